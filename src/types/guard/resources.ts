import type { Guard } from '../method.js';
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceRequestParams,
  ReadResourceResult,
  Resource,
  ResourceRequestParams,
  ResourceTemplate,
} from '../resources.js';
import { hintFields, icons, inputFields, pageFields, requestMeta, resultFields, type Strictness } from './base.js';
import { array, number, object, optional, string } from './combinators.js';
import { content, resourceContents } from './content.js';
import { meta } from './notifications.js';

function described(strictness: Strictness) {
  return {
    ...meta,
    name: string,
    title: optional(string),
    description: optional(string),
    mimeType: optional(string),
    annotations: content[strictness].annotations,
    icons,
  };
}

export const resourceParams = object<ResourceRequestParams>({ ...requestMeta, uri: string });
export const readResourceParams = object<ReadResourceRequestParams>({ ...requestMeta, ...inputFields, uri: string });

export function readResourceResult(strictness: Strictness): Guard<ReadResourceResult> {
  return object<ReadResourceResult>({
    ...resultFields,
    ...hintFields(strictness),
    contents: array(resourceContents),
  });
}

export function listResourcesResult(strictness: Strictness): Guard<ListResourcesResult> {
  const resource = object<Resource>({ ...described(strictness), uri: string, size: optional(number) });
  return object<ListResourcesResult>({ ...pageFields(strictness), resources: array(resource) });
}

export function listResourceTemplatesResult(strictness: Strictness): Guard<ListResourceTemplatesResult> {
  const template = object<ResourceTemplate>({ ...described(strictness), uriTemplate: string });
  return object<ListResourceTemplatesResult>({ ...pageFields(strictness), resourceTemplates: array(template) });
}
