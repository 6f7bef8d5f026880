/** The REST part of the protocol, typed by the server's OpenAPI document. A failure becomes ApiError with a sentence. */
import createClient from 'openapi-fetch';
import type {
  ChangeSeat,
  Credentials,
  HeldSeats,
  Join,
  LessonProgress,
  NewTable,
  Notices,
  paths,
  Problem,
  Said,
  TableInfo,
} from './rest';

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

const rest = createClient<paths>({ baseUrl: location.origin, fetch: (request) => fetch(request) });

/** What openapi-fetch gives: the data of a good answer, or what came with a bad one. */
interface Answer<T> {
  data?: T;
  error?: Problem | string; // text where it was no answer of ours
  response: Response;
}

/** The data of an answer; anything else becomes ApiError. */
async function dataOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await asked.catch(() => {
    throw new ApiError(0, 'unreachable', UNREACHABLE);
  });
  if (data !== undefined) return data;
  const problem = typeof error === 'object' ? error : null;
  throw new ApiError(response.status, problem?.code ?? 'unreachable', problem?.why ?? UNREACHABLE);
}

/** Keys of requests whose answer has not come yet, by what they ask for. */
const unanswered = new Map<string, string>();
const RETRY_MS = 1000;

/**
 * Ask for something that must not be given twice. While no answer comes it is sent with the same key, now and
 * when the player tries again, and the server gives the same once more.
 */
async function dataOnce<T>(request: unknown[], send: (header: { 'Idempotency-Key': string }) => Promise<Answer<T>>) {
  const name = JSON.stringify(request);
  const key = unanswered.get(name) ?? newKey();
  unanswered.set(name, key);
  const header = { 'Idempotency-Key': key };
  try {
    const data = await dataOf(send(header)).catch(async (error: unknown) => {
      if (!isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return dataOf(send(header));
    });
    unanswered.delete(name);
    return data;
  } catch (error) {
    if (!isUnanswered(error)) unanswered.delete(name);
    throw error;
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'unreachable' || error.code === 'unavailable');
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Something that is asked for once a page, by its name; a failure is asked again. */
function memoized<T, A extends string[]>(load: (...names: A) => Promise<Answer<T>>): (...names: A) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (...names) => {
    const key = names.join(' ');
    const asked = kept.get(key) ?? dataOf(load(...names));
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  };
}

const at = (table: string) => ({ params: { path: { table } } });
const of = (record: string, viewer: number | null, more: { start?: number; stop?: number } = {}) => ({
  params: { path: { record }, query: { ...more, viewer: viewer ?? undefined } },
});

/** The address of a lesson such as `cardinal/first-abbey`. */
function lessonAt(path: string): { title: string; lesson: string } {
  const [title = '', lesson = ''] = path.split('/');
  return { title, lesson };
}

export const api = {
  titles: memoized(() => rest.GET('/api/titles')),
  actions: memoized((title: string) => rest.GET('/api/titles/{title}/actions', { params: { path: { title } } })),
  tableActions: memoized((table: string) => rest.GET('/api/tables/{table}/actions', at(table))),
  tableComponents: memoized((table: string) => rest.GET('/api/tables/{table}/components', at(table))),
  rules: memoized((title: string, language: string) =>
    rest.GET('/api/titles/{title}/rules/{language}', { params: { path: { title, language } } }),
  ),
  words: memoized((language: string) => rest.GET('/api/words/{language}', { params: { path: { language } } })),
  tables: (state: TableInfo['state']) => dataOf(rest.GET('/api/tables', { params: { query: { state } } })),
  table: (table: string) => dataOf(rest.GET('/api/tables/{table}', at(table))),
  create: (body: NewTable) =>
    dataOnce(['tables', body], (header) => rest.POST('/api/tables', { params: { header }, body })),
  join: (table: string, body: Join) =>
    dataOnce(['join', table, body], (header) =>
      rest.POST('/api/tables/{table}/join', { params: { path: { table }, header }, body }),
    ),
  leave: (table: string, token: string | null) =>
    dataOf(rest.POST('/api/tables/{table}/leave', { ...at(table), body: { token } })),
  resign: (table: string, token: string | null) =>
    dataOf(rest.POST('/api/tables/{table}/resign', { ...at(table), body: { token } })),
  abandon: (table: string, token: string | null, yes: boolean) =>
    dataOf(rest.POST('/api/tables/{table}/abandon', { ...at(table), body: { token, yes } })),
  start: (table: string, token: string | null) =>
    dataOf(rest.POST('/api/tables/{table}/start', { ...at(table), body: { token } })),
  changeSeat: (table: string, seat: number, body: ChangeSeat) =>
    dataOf(rest.POST('/api/tables/{table}/seats/{seat}', { params: { path: { table, seat: String(seat) } }, body })),
  rematch: (table: string, token: string | null) =>
    dataOf(rest.POST('/api/tables/{table}/rematch', { ...at(table), body: { token } })),
  importRecord: (text: string) =>
    dataOnce(['records', text], (header) =>
      rest.POST('/api/records', {
        params: { header },
        headers: { 'content-type': 'text/plain' },
        body: text,
        bodySerializer: (body) => body,
      }),
    ),
  replay: (record: string, viewer: number | null) =>
    dataOf(rest.GET('/api/records/{record}/replay', of(record, viewer))),
  frames: (record: string, start: number, stop: number, viewer: number | null) =>
    dataOf(rest.GET('/api/records/{record}/frames', of(record, viewer, { start, stop }))),
  solo: (record: string) => dataOf(rest.GET('/api/records/{record}/solo', { params: { path: { record } } })),
  course: (record: string) => dataOf(rest.GET('/api/records/{record}/course', { params: { path: { record } } })),
  verify: (record: string) => dataOf(rest.GET('/api/records/{record}/verify', { params: { path: { record } } })),
  me: () => dataOf(rest.GET('/api/me')),
  register: (body: Credentials) => dataOf(rest.POST('/api/accounts', { body })),
  logIn: (body: Credentials) => dataOf(rest.POST('/api/session', { body })),
  logOut: () => dataOf(rest.DELETE('/api/session')),
  changeNotices: (body: Notices) => dataOf(rest.PUT('/api/me/notices', { body })),
  lessons: memoized((language: string) => rest.GET('/api/lessons/{language}', { params: { path: { language } } })),
  lesson: memoized((path: string, language: string) =>
    rest.GET('/api/lessons/{title}/{lesson}/{language}', { params: { path: { ...lessonAt(path), language } } }),
  ),
  beginLesson: (path: string, name: string) =>
    dataOnce(['lesson', path, name], (header) =>
      rest.POST('/api/lessons/{title}/{lesson}', { params: { path: lessonAt(path), header }, body: { name } }),
    ),
  keepLessons: (lessons: LessonProgress[]) => dataOf(rest.PUT('/api/me/lessons', { body: { lessons } })),
  mySeats: () => dataOf(rest.GET('/api/me/seats')),
  bringSeats: (body: HeldSeats) => dataOf(rest.POST('/api/me/seats', { body })),
  hide: (table: string, hidden: boolean) => dataOf(rest.POST('/api/me/hidden', { body: { table, hidden } })),
  myRecords: () => dataOf(rest.GET('/api/me/records')),
  /** Where a record can be downloaded from. */
  recordFile: (record: string) => `/api/records/${encodeURIComponent(record)}`,
};
