import { emptyResult, notificationParams, paginatedParams } from '../guard/base.js';
import {
  listResourcesResult,
  listResourceTemplatesResult,
  readResourceParams,
  readResourceResult,
  resourceParams,
  resourceUpdatedParams,
} from '../guard/resources.js';
import { defineMethod } from './define-method.js';

/** Lists resources, page by page. */
export const listResources = defineMethod({
  name: 'resources/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: paginatedParams,
  result: listResourcesResult('made'),
  received: listResourcesResult('received'),
  capability: 'resources',
  cacheable: true,
});

/** Lists resource templates, page by page. */
export const listResourceTemplates = defineMethod({
  name: 'resources/templates/list',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: paginatedParams,
  result: listResourceTemplatesResult('made'),
  received: listResourceTemplatesResult('received'),
  capability: 'resources',
  cacheable: true,
});

/** Reads a resource. */
export const readResource = defineMethod({
  name: 'resources/read',
  kind: 'request',
  sender: 'client',
  eras: ['legacy', 'modern'],
  params: readResourceParams,
  result: readResourceResult('made'),
  received: readResourceResult('received'),
  capability: 'resources',
  nameParam: 'uri',
  cacheable: true,
  mayRequireInput: true,
});

/** Asks to be told when a resource changes. */
export const subscribeResource = defineMethod({
  name: 'resources/subscribe',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
  params: resourceParams,
  result: emptyResult,
  capability: 'resources',
});

/** Asks to be told no more. */
export const unsubscribeResource = defineMethod({
  name: 'resources/unsubscribe',
  kind: 'request',
  sender: 'client',
  eras: ['legacy'],
  params: resourceParams,
  result: emptyResult,
  capability: 'resources',
});

/** Tells that a resource, or a part of it, changed. */
export const resourceUpdated = defineMethod({
  name: 'notifications/resources/updated',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  params: resourceUpdatedParams,
  capability: 'resources',
});

/** Tells that the list of resources, or of templates, changed. */
export const resourceListChanged = defineMethod({
  name: 'notifications/resources/list_changed',
  kind: 'notification',
  sender: 'server',
  eras: ['legacy', 'modern'],
  params: notificationParams,
  capability: 'resources',
});
