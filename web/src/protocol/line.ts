/** The page's one connection, opened when the first table is visited. */
import { Connection } from './connection.svelte';

let line: Connection | null = null;

export function connection(): Connection {
  line ??= new Connection(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/ws`);
  return line;
}

/** Close it: the next table opens a new one, as whoever is logged in then. */
export function hangUp(): void {
  line?.close();
  line = null;
}
