import {
  emptyResult,
  hintFields,
  icons,
  inputFields,
  pageFields,
  paginatedParams,
  requestMeta,
  resultFields,
  type Strictness,
} from '../guard/base.js';
import { array, number, object, optional, string } from '../guard/combinators.js';
import { content, resourceContents } from '../guard/content.js';
import { meta, notificationParams, resourceUpdatedParams } from '../guard/notifications.js';
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
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

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

const resourceParams = object<ResourceRequestParams>({ ...requestMeta, uri: string });
const readResourceParams = object<ReadResourceRequestParams>({ ...requestMeta, ...inputFields, uri: string });

function readResourceResult(strictness: Strictness): Guard<ReadResourceResult> {
  return object<ReadResourceResult>({
    ...resultFields,
    ...hintFields(strictness),
    contents: array(resourceContents),
  });
}

function listResourcesResult(strictness: Strictness): Guard<ListResourcesResult> {
  const resource = object<Resource>({ ...described(strictness), uri: string, size: optional(number) });
  return object<ListResourcesResult>({ ...pageFields(strictness), resources: array(resource) });
}

function listResourceTemplatesResult(strictness: Strictness): Guard<ListResourceTemplatesResult> {
  const template = object<ResourceTemplate>({ ...described(strictness), uriTemplate: string });
  return object<ListResourceTemplatesResult>({ ...pageFields(strictness), resourceTemplates: array(template) });
}

/** Lists resources, page by page. */
export const listResources = defineMethod({
  ...traits.listResources,
  params: paginatedParams,
  result: listResourcesResult('made'),
  received: listResourcesResult('received'),
});

/** Lists resource templates, page by page. */
export const listResourceTemplates = defineMethod({
  ...traits.listResourceTemplates,
  params: paginatedParams,
  result: listResourceTemplatesResult('made'),
  received: listResourceTemplatesResult('received'),
});

/** Reads a resource. */
export const readResource = defineMethod({
  ...traits.readResource,
  params: readResourceParams,
  result: readResourceResult('made'),
  received: readResourceResult('received'),
});

/** Asks to be told when a resource changes. */
export const subscribeResource = defineMethod({
  ...traits.subscribeResource,
  params: resourceParams,
  result: emptyResult,
});

/** Asks to be told no more. */
export const unsubscribeResource = defineMethod({
  ...traits.unsubscribeResource,
  params: resourceParams,
  result: emptyResult,
});

/** Tells that a resource, or a part of it, changed. */
export const resourceUpdated = defineMethod({
  ...traits.resourceUpdated,
  params: resourceUpdatedParams,
});

/** Tells that the list of resources, or of templates, changed. */
export const resourceListChanged = defineMethod({
  ...traits.resourceListChanged,
  params: notificationParams,
});
