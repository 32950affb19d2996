/** An image that stands for a thing in a user interface. Since 2025-11-25. */
export interface Icon {
  /** An `https:` or `data:` URI. */
  src: string;
  mimeType?: string | undefined;
  /** Sizes the image fits, such as `48x48`, or `any`. */
  sizes?: string[] | undefined;
  /** The background the icon is made for. Absent: both. */
  theme?: 'light' | 'dark' | undefined;
}

/** A name and version of a client or server. For display and logs only: never a basis for decisions. */
export interface Implementation {
  name: string;
  version: string;
  /** A name for people. Since 2025-06-18. */
  title?: string | undefined;
  /** Since 2025-11-25. */
  description?: string | undefined;
  /** Since 2025-11-25. */
  icons?: Icon[] | undefined;
  /** Since 2025-11-25. */
  websiteUrl?: string | undefined;
}
