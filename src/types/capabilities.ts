import type { JsonObject } from './json.js';

/** What a client can do. Sets are open: unknown members are ignored. */
export interface ClientCapabilities {
  /** Non-standard abilities, by name. */
  experimental?: { [name: string]: JsonObject } | undefined;
  /** Settings of each extension the client speaks, by identifier. Since 2026-07-28, and understood before. */
  extensions?: { [identifier: string]: JsonObject } | undefined;
  roots?: RootsCapability | undefined;
  sampling?: SamplingCapability | undefined;
  /** Since 2025-06-18. */
  elicitation?: ElicitationCapability | undefined;
  /** 2025-11-25 only. */
  tasks?: JsonObject | undefined;
}

/** That the client answers questions about its roots. */
export interface RootsCapability {
  /** Whether it tells when they change. Until 2025-11-25. */
  listChanged?: boolean | undefined;
}

/** That the client lends its model. */
export interface SamplingCapability {
  /** Takes `tools` and `toolChoice`. Since 2025-11-25. */
  tools?: JsonObject | undefined;
  /** Takes `includeContext` other than `none`. Since 2025-11-25. */
  context?: JsonObject | undefined;
}

/** The ways in which the client can ask its user. Without a member: `form` only. Since 2025-06-18. */
export interface ElicitationCapability {
  /** Since 2025-11-25. */
  form?: JsonObject | undefined;
  /** Since 2025-11-25. */
  url?: JsonObject | undefined;
}

/** What a server can do. Sets are open: unknown members are ignored. */
export interface ServerCapabilities {
  /** Non-standard abilities, by name. */
  experimental?: { [name: string]: JsonObject } | undefined;
  /** Settings of each extension the server speaks, by identifier. Since 2026-07-28, and understood before. */
  extensions?: { [identifier: string]: JsonObject } | undefined;
  logging?: JsonObject | undefined;
  /** Since 2025-03-26. */
  completions?: JsonObject | undefined;
  prompts?: ListCapability | undefined;
  resources?: ResourcesCapability | undefined;
  tools?: ListCapability | undefined;
  /** 2025-11-25 only. */
  tasks?: JsonObject | undefined;
}

/** That the server has a list of the kind. */
export interface ListCapability {
  /** Whether it tells when the list changes. */
  listChanged?: boolean | undefined;
}

/** That the server has resources. */
export interface ResourcesCapability extends ListCapability {
  /** Whether it tells when one resource changes. */
  subscribe?: boolean | undefined;
}
