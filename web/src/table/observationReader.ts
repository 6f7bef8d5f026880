/** How the text view reads any observation: names for ids, labels for keys, seats for seat numbers. */
import { isRecord, type Field } from '../games/fields';
import type { Message } from '../games/types';
import type { Words } from '../words/words';

/** A part of an observation: its key, its label, what it is, and its value. */
export interface Part {
  key: string;
  /** What it is called in the language of the page, where two parts may have one word. */
  label: string;
  field: Field;
  value: unknown;
}

export class ObservationReader {
  constructor(
    readonly title: string,
    readonly words: Words,
  ) {}

  /** The label of a key. */
  label(key: string): string {
    return this.words.entries[`web.seen.${key}`] ?? capital(readable(key));
  }

  /** The name of an id. */
  name(domain: string, id: string): string {
    return this.words.entries[`${this.title}.${domain}.${id}`] ?? readable(id);
  }

  private seat(value: number | string): string {
    return typeof value === 'number' ? this.words.seat(value) : this.name('player', value);
  }

  /** The parts of a record, a map or a list by seat, each with its label; null for anything else. */
  parts(field: Field, value: unknown): Part[] | null {
    if (field.kind === 'record' && isRecord(value)) {
      const known = Object.entries(field.fields).filter(([key, { kind }]) => kind !== 'silent' && key in value);
      return known.map(([key, inner]) => ({ key, label: this.label(key), field: inner, value: value[key] }));
    }
    if (field.kind === 'map' && isRecord(value))
      return Object.entries(value).map(([id, item]) => ({
        key: id,
        label: this.name(field.domain, id),
        field: field.item,
        value: item,
      }));
    if (field.kind === 'list' && field.per === 'seat' && Array.isArray(value))
      return value.map((item: unknown, seat) => ({
        key: String(seat),
        label: this.words.seat(seat),
        field: field.item,
        value: item,
      }));
    return null;
  }

  /** A value that fits on a line, else null. */
  line(field: Field, value: unknown): string | null {
    if (value === null || value === undefined) return '–';
    switch (field.kind) {
      case 'seat':
        return typeof value === 'number' || typeof value === 'string' ? this.seat(value) : null;
      case 'id':
        return typeof value === 'string' || typeof value === 'number' ? this.name(field.domain, String(value)) : null;
      case 'flag':
        return this.words.text(value ? 'web.yes' : 'web.no');
      case 'number':
        return isPlain(value) ? String(value).replace('-', '−') : null;
      case 'text':
        return isPlain(value) ? readable(String(value)) : null;
      case 'message':
        return isMessage(value) ? this.words.say(value) : null;
      case 'list':
        return Array.isArray(value) && field.per === undefined ? this.list(field.item, value) : null;
      default:
        return isRecord(value) && Object.keys(value).length === 0 ? '–' : null;
    }
  }

  private list(item: Field, value: readonly unknown[]): string | null {
    if (value.length === 0) return '–';
    const lines = value.map((one) => this.line(item, one));
    const isShort = ['seat', 'id', 'number', 'text', 'flag'].includes(item.kind);
    return isShort && lines.every((line) => line !== null) ? lines.join(', ') : null;
  }

  /** A cell of a table: a line, a few named values, or counts by seat ("2 · 0 · 1"); else null. */
  cell(field: Field, value: unknown): string | null {
    const line = this.line(field, value);
    if (line !== null) return line;
    const parts = this.parts(field, value);
    if (parts === null) return null;
    const lines = parts.map((part) => this.line(part.field, part.value));
    if (lines.some((one) => one === null)) return null;
    if (field.kind === 'list') return lines.join(' · ');
    return parts.map(({ label }, index) => `${label} ${lines[index]}`).join(', ');
  }

  /** Rows of a table: entries that are records of the same kind, with their names; null when they are not. */
  rows(field: Field, value: unknown): { names: string[]; items: Record<string, unknown>[]; fields: Fields } | null {
    if (field.kind !== 'list' && field.kind !== 'map') return null;
    if (field.item.kind !== 'record') return null;
    const fields = Object.fromEntries(Object.entries(field.item.fields).filter(([, { kind }]) => kind !== 'silent'));
    const parts = this.parts(field, value);
    const values: unknown[] = parts ? parts.map((part) => part.value) : Array.isArray(value) ? value : [];
    const items = values.filter(isRecord);
    if (items.length !== values.length || items.length === 0) return null;
    const names = parts ? parts.map((part) => part.label) : items.map((item) => this.rowName(fields, item));
    return { names, items, fields };
  }

  /** What a row is called: its first id or seat. */
  private rowName(fields: Fields, item: Record<string, unknown>): string {
    const key = Object.keys(fields).find((one) => ['id', 'seat'].includes(fields[one]?.kind ?? ''));
    const field = key === undefined ? undefined : fields[key];
    return (key !== undefined && field && this.line(field, item[key])) || '';
  }

  /** The keys whose values fit into a cell in every row. */
  columns(fields: Fields, items: readonly Record<string, unknown>[]): [string, Field][] {
    return Object.entries(fields).filter(([key, field]) => items.every((item) => this.cell(field, item[key]) !== null));
  }
}

export type Fields = Record<string, Field>;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const readable = (text: string): string => text.replaceAll('_', ' ');

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value.key === 'string' && isRecord(value.args);
}
