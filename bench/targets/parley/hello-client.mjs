import { Client } from '../../../dist/joined/client.js';

globalThis.hello = Client;
