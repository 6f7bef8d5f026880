/** The REST part of the protocol, typed. A failure becomes ApiError with a sentence for the player. */
import type {
  Actions,
  ChangeSeat,
  Credentials,
  Frames,
  HeldSeats,
  Join,
  Me,
  MyRecords,
  MySeats,
  NewTable,
  Notices,
  Problem,
  Records,
  ReplayData,
  RuleText,
  Said,
  Seated,
  Stored,
  TableInfo,
  Tables,
  Titles,
  Verdict,
} from './wire';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: Problem['code'] | 'unreachable',
    readonly why: Said,
  ) {
    super(code);
  }
}

const UNREACHABLE: Said = { key: 'web.unreachable', args: {} };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const isText = typeof body === 'string';
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': isText ? 'text/plain' : 'application/json' },
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, 'unreachable', UNREACHABLE);
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ApiError(answer.status, problem?.code ?? 'unreachable', problem?.why ?? UNREACHABLE);
}

const id = encodeURIComponent;
const kept = new Map<string, Promise<unknown>>();

/** Ask once a page; a failure is asked again. */
function once<T>(path: string): Promise<T> {
  const before = kept.get(path);
  if (before) return before as Promise<T>;
  const asked = call<T>('GET', path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

function eyes(viewer: number | null): string {
  return viewer === null ? '' : `&viewer=${viewer}`;
}

export const api = {
  titles: () => once<Titles>('titles'),
  actions: (title: string) => once<Actions>(`titles/${id(title)}/actions`),
  tableActions: (table: string) => once<Actions>(`tables/${id(table)}/actions`),
  tableComponents: (table: string) => once<Record<string, unknown>>(`tables/${id(table)}/components`),
  rules: (title: string, language: string) => once<RuleText[]>(`titles/${id(title)}/rules/${language}`),
  words: (language: string) => once<Record<string, string>>(`words/${language}`),
  tables: (state: TableInfo['state']) => call<Tables>('GET', `tables?state=${state}`),
  table: (table: string) => call<TableInfo>('GET', `tables/${id(table)}`),
  create: (wish: NewTable) => call<Seated>('POST', 'tables', wish),
  join: (table: string, wish: Join) => call<Seated>('POST', `tables/${id(table)}/join`, wish),
  leave: (table: string, token: string | null) => call<TableInfo>('POST', `tables/${id(table)}/leave`, { token }),
  start: (table: string, token: string | null) => call<TableInfo>('POST', `tables/${id(table)}/start`, { token }),
  changeSeat: (table: string, seat: number, wish: ChangeSeat) =>
    call<TableInfo>('POST', `tables/${id(table)}/seats/${seat}`, wish),
  rematch: (table: string, token: string | null) => call<Seated>('POST', `tables/${id(table)}/rematch`, { token }),
  records: () => call<Records>('GET', 'records'),
  importRecord: (text: string) => call<Stored>('POST', 'records', text),
  replay: (record: string, viewer: number | null) =>
    call<ReplayData>('GET', `records/${id(record)}/replay?${eyes(viewer).slice(1)}`),
  frames: (record: string, start: number, stop: number, viewer: number | null) =>
    call<Frames>('GET', `records/${id(record)}/frames?start=${start}&stop=${stop}${eyes(viewer)}`),
  verify: (record: string) => call<Verdict>('GET', `records/${id(record)}/verify`),
  me: () => call<Me>('GET', 'me'),
  register: (who: Credentials) => call<Me>('POST', 'accounts', who),
  logIn: (who: Credentials) => call<Me>('POST', 'session', who),
  logOut: () => call<Me>('DELETE', 'session'),
  changeNotices: (wish: Notices) => call<Me>('PUT', 'me/notices', wish),
  mySeats: () => call<MySeats>('GET', 'me/seats'),
  bringSeats: (held: HeldSeats) => call<MySeats>('POST', 'me/seats', held),
  myRecords: () => call<MyRecords>('GET', 'me/records'),
  recordFile: (record: string) => `/api/records/${id(record)}`,
};
