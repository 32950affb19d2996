export {
  createNodeHandler,
  type HttpServing,
  type NodeHandler,
  type ServeHttpOptions,
  serveHttp,
} from './hosts/node/index.js';
export {
  audio,
  type DirectoryMember,
  type DirectoryResource,
  type DirectoryResourceOptions,
  directoryResource,
  type FileResourceOptions,
  fileResource,
  image,
  type MediaFile,
  safeJoin,
} from './mcp-server/node.js';
export type { Authenticator, AuthRefusal, HttpOptions } from './server/index.js';
