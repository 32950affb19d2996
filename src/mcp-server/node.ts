export {
  type DirectoryMember,
  type DirectoryResource,
  type DirectoryResourceOptions,
  directoryResource,
} from './resources/directory.node.js';
export { type FileResourceOptions, fileResource } from './resources/file.node.js';
export { audio, image, type MediaFile } from './resources/media.node.js';
export { safeJoin } from './resources/safe-join.node.js';
