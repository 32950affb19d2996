import { Client } from '../../../dist/client.js';

globalThis.hello = Client;
