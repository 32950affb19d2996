import type {
  ClientCapabilities,
  ElicitationCapability,
  ListCapability,
  ResourcesCapability,
  RootsCapability,
  SamplingCapability,
  ServerCapabilities,
} from '../capabilities.js';
import { anyObject, boolean, object, optional, record } from './combinators.js';

const settings = optional(anyObject);
const named = optional(record(anyObject));
const flag = optional(boolean);
const list = optional(object<ListCapability>({ listChanged: flag }));

export const clientCapabilities = object<ClientCapabilities>({
  experimental: named,
  extensions: named,
  roots: optional(object<RootsCapability>({ listChanged: flag })),
  sampling: optional(object<SamplingCapability>({ tools: settings, context: settings })),
  elicitation: optional(object<ElicitationCapability>({ form: settings, url: settings })),
  tasks: settings,
});

export const serverCapabilities = object<ServerCapabilities>({
  experimental: named,
  extensions: named,
  logging: settings,
  completions: settings,
  prompts: list,
  resources: optional(object<ResourcesCapability>({ listChanged: flag, subscribe: flag })),
  tools: list,
  tasks: settings,
});
