import type { CachingHints } from './caching.js';
import type { ContentBlock, Role } from './content.js';
import type { Icon } from './implementation.js';
import type { InputResponses } from './input-required.js';
import type { Meta, RequestMeta } from './meta.js';
import type { PaginatedResult, Result } from './result.js';

/** One argument of a prompt. Its value is always a string. */
export interface PromptArgument {
  name: string;
  /** A name for people. Since 2025-06-18. */
  title?: string | undefined;
  description?: string | undefined;
  /** Default false. */
  required?: boolean | undefined;
}

/** A prompt that a server offers. */
export interface Prompt {
  name: string;
  /** A name for people. Since 2025-06-18. */
  title?: string | undefined;
  description?: string | undefined;
  arguments?: PromptArgument[] | undefined;
  /** Since 2025-11-25. */
  icons?: Icon[] | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}

/** One message of a filled-in prompt. */
export interface PromptMessage {
  role: Role;
  content: ContentBlock;
}

/** Which prompt to fill in, and with what. */
export type GetPromptRequestParams = {
  name: string;
  arguments?: { [name: string]: string } | undefined;
  /** Answers to what the last round asked. Since 2026-07-28. */
  inputResponses?: InputResponses | undefined;
  /** Echo of what the last round gave, byte for byte. Since 2026-07-28. */
  requestState?: string | undefined;
  _meta?: RequestMeta | undefined;
};

/** A filled-in prompt. */
export interface GetPromptResult extends Result {
  description?: string | undefined;
  messages: PromptMessage[];
}

/** A page of the prompts of a server. */
export interface ListPromptsResult extends PaginatedResult, CachingHints {
  prompts: Prompt[];
}
