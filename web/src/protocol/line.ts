/** The page's one connection, opened when the first table is visited. */
import { Connection } from './connection.svelte';

let connection: Connection | null = null;

export function openConnection(): Connection {
  connection ??= new Connection(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/ws`);
  return connection;
}

/** Close it: the next table opens a new one, as whoever is logged in then. */
export function hangUp(): void {
  connection?.close();
  connection = null;
}
