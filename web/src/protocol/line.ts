/** The page's one connection, opened when the first table is visited. */
import { Connection } from './connection.svelte';

let line: Connection | null = null;

export function connection(): Connection {
  line ??= new Connection(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/ws`);
  return line;
}
