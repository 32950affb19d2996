import { ChangeAnnouncement } from '../../eras/index.js';
import { McpError } from '../../errors/index.js';
import type { Announcement } from '../../exchange/index.js';
import { type ServerCapabilities, type SubscriptionFilter, traits } from '../../types/index.js';
import type { SubscriptionEvent } from './bus.js';

/** The lists whose changes can be listened to. */
export const listTopics = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const;
export type ListTopic = (typeof listTopics)[number];

/** What the change of a list is as a notification: one object for all, so that its text is made once. */
const listAnnouncements: Readonly<Record<ListTopic, Announcement>> = {
  toolsListChanged: new ChangeAnnouncement(traits.toolListChanged.name, undefined),
  promptsListChanged: new ChangeAnnouncement(traits.promptListChanged.name, undefined),
  resourcesListChanged: new ChangeAnnouncement(traits.resourceListChanged.name, undefined),
};

/** The name under which those who want to hear of an event are kept; `undefined` for what is no event. */
export function topicOf(event: SubscriptionEvent): string | undefined {
  if (event.type !== 'resourceUpdated') return Object.hasOwn(listAnnouncements, event.type) ? event.type : undefined;
  return typeof event.uri === 'string' ? resourceTopic(event.uri) : undefined;
}

/** The topic of one resource. No list has a name with a colon. */
export function resourceTopic(uri: string): string {
  return `uri:${uri}`;
}

/** The most resources that one stream or connection listens to. */
const maxResources = 10_000;
/** The most characters in their URIs together. */
const maxUriCharacters = 4 * 1024 * 1024;

/**
 * What one client listens to is kept for as long as it does, so it is bounded.
 *
 * @throws McpError `INVALID_PARAMS` beyond 10,000 resources, or 4,194,304 characters in their URIs together
 */
export function checkAmount(resources: number, characters: number): void {
  if (resources <= maxResources && characters <= maxUriCharacters) return;
  throw new McpError(
    'INVALID_PARAMS',
    `Too much to listen to: ${resources} resources with ${characters} characters in their URIs; at most ${maxResources} with ${maxUriCharacters} are taken`,
  );
}

/** The characters in a list of URIs. */
export function charactersOf(uris: readonly string[]): number {
  let characters = 0;
  for (const uri of uris) characters += uri.length;
  return characters;
}

export function announcementOf(event: SubscriptionEvent): Announcement {
  if (event.type !== 'resourceUpdated') return listAnnouncements[event.type];
  return new ChangeAnnouncement(traits.resourceUpdated.name, Object.freeze({ uri: event.uri }));
}

/** What of a filter a server with these capabilities can honour. Whatever was not asked for, or asked with `false`, is left out. */
export function honoured(filter: SubscriptionFilter, offered: ServerCapabilities | undefined): SubscriptionFilter {
  const answer: SubscriptionFilter = {};
  for (const topic of listTopics) if (filter[topic] === true && offersList(topic, offered)) answer[topic] = true;
  const { resourceSubscriptions: uris } = filter;
  if (uris !== undefined && (offered === undefined || offered.resources?.subscribe === true))
    answer.resourceSubscriptions = [...new Set(uris)];
  return answer;
}

/** Whether the changes of a list are told; without capabilities to go by all are. */
export function offersList(topic: ListTopic, offered: ServerCapabilities | undefined): boolean {
  if (offered === undefined) return true;
  if (topic === 'toolsListChanged') return offered.tools?.listChanged === true;
  if (topic === 'promptsListChanged') return offered.prompts?.listChanged === true;
  return offered.resources?.listChanged === true;
}

/** The topics of an honoured filter. */
export function topicsOf(filter: SubscriptionFilter): string[] {
  const topics: string[] = listTopics.filter((topic) => filter[topic] === true);
  for (const uri of filter.resourceSubscriptions ?? []) topics.push(resourceTopic(uri));
  return topics;
}
