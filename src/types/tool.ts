import type { Icon } from './implementation.js';
import type { Meta } from './meta.js';

/** A JSON Schema whose root is an object. Any keyword may stand beside `type`. */
export interface ObjectSchema {
  type: 'object';
  [keyword: string]: unknown;
}

/** A JSON Schema, 2020-12 unless `$schema` names another dialect. */
export interface AnySchema {
  [keyword: string]: unknown;
}

/** Hints about what a tool does. Claims of the server, not promises. Since 2025-03-26. */
export interface ToolAnnotations {
  title?: string | undefined;
  /** The tool changes nothing. Default false. */
  readOnlyHint?: boolean | undefined;
  /** The tool may destroy, not only add. Default true. */
  destructiveHint?: boolean | undefined;
  /** A second call with the same arguments changes nothing more. Default false. */
  idempotentHint?: boolean | undefined;
  /** The tool reaches beyond the server's own domain. Default true. */
  openWorldHint?: boolean | undefined;
}

/** How a tool may run. 2025-11-25 only. */
export interface ToolExecution {
  /** Whether it may run as a task. Default `forbidden`. */
  taskSupport?: 'forbidden' | 'optional' | 'required' | undefined;
}

/** A tool that a server offers. */
export interface Tool {
  /** 1 to 128 characters of `A-Z a-z 0-9 _ . -`, unique on the server. */
  name: string;
  /** A name for people; goes before `annotations.title`. Since 2025-06-18. */
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: ObjectSchema;
  /** What `structuredContent` conforms to. Since 2025-06-18; with any root type since 2026-07-28. */
  outputSchema?: AnySchema | undefined;
  /** Since 2025-03-26. */
  annotations?: ToolAnnotations | undefined;
  /** Since 2025-11-25. */
  icons?: Icon[] | undefined;
  /** 2025-11-25 only. */
  execution?: ToolExecution | undefined;
  /** Since 2025-06-18. */
  _meta?: Meta | undefined;
}
