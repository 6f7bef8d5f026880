/** What the fields of an observation are, so that the text view can read every title. The constants are generated. */

export type Field =
  | { kind: 'record'; fields: Record<string, Field> }
  /** `per: 'seat'`: one entry for each seat. */
  | { kind: 'list'; item: Field; per?: 'seat' }
  /** The keys are ids of a domain: the catalogue names them `<title>.<domain>.<id>`. */
  | { kind: 'map'; domain: string; item: Field }
  | { kind: 'id'; domain: string }
  | { kind: 'seat' | 'number' | 'flag' | 'text' | 'message' }
  /** What says nothing to a reader, or is shown elsewhere. */
  | { kind: 'silent' };

/** What a value seems to be, for a title whose fields the client does not know. */
export function guess(value: unknown): Field {
  if (typeof value === 'boolean') return { kind: 'flag' };
  if (typeof value === 'number') return { kind: 'number' };
  if (Array.isArray(value)) return { kind: 'list', item: guess(value[0]) };
  if (!isRecord(value)) return { kind: 'text' };
  if (typeof value.key === 'string' && isRecord(value.args)) return { kind: 'message' };
  return { kind: 'record', fields: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, guess(item)])) };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The texts of a list among the arguments of a message; none where there is no list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
