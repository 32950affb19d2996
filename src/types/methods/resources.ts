import { emptyResult, paginatedParams } from '../guard/base.js';
import { notificationParams, resourceUpdatedParams } from '../guard/notifications.js';
import {
  listResourcesResult,
  listResourceTemplatesResult,
  readResourceParams,
  readResourceResult,
  resourceParams,
} from '../guard/resources.js';
import { defineMethod } from './define-method.js';
import * as traits from './traits.js';

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
