import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RefusalEntry } from '#kernel/refusal.ts'
import { page, table } from './markdown.ts'

/** A refusal with the file that declares it. */
export interface DocumentedRefusal extends RefusalEntry {
  readonly file: string
}

const ABOUT =
  'The error responses of the API, from the tables of refusals. Under `/api/auth` the body is `{"code", "message"}`; under `/v1` it is `{"error", "detail"}`, where `error` is the code and `detail` the sentence, or for `RequestValidationError` a list of `{"loc", "msg", "type"}`. The sentence may be replaced by a more specific one; the code and the status never change.'

/** Reads every `refusals.ts` of the server: all exported tables of `defineRefusals`. */
export async function readRefusals(): Promise<DocumentedRefusal[]> {
  const files = globSync('server/**/refusals.ts').sort()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(resolve(file)).href) as Promise<Record<string, unknown>>))
  return modules.flatMap((module, index) =>
    Object.values(module)
      .filter((table) => typeof table === 'object' && table !== null)
      .flatMap((table) => Object.values(table as object).filter(isRefusal))
      .map((entry) => ({ ...entry, file: files[index] ?? '' })),
  )
}

function isRefusal(value: unknown): value is RefusalEntry {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'sentence' in value
}

/** docs/reference/errors.md */
export function errorsPage(refusals: readonly DocumentedRefusal[]): string {
  const isAuth = ({ code }: DocumentedRefusal) => /^[A-Z0-9_]+$/.test(code)
  const rowsOf = (entries: readonly DocumentedRefusal[]) => {
    const rows = entries.map(({ code, status, sentence }) => [`\`${code}\``, String(status), sentence])
    return [...new Map(rows.map((row) => [row.join('|'), row])).values()].sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  }
  const head = ['Code', 'Status', 'Sentence']
  const sent = refusals.filter(({ neverSent }) => neverSent === undefined)
  const never = refusals.flatMap(({ status, sentence, neverSent }) =>
    neverSent === undefined ? [] : [[sentence, String(status), neverSent]],
  )
  return page(
    'Errors',
    ABOUT,
    '## /api/auth',
    table(head, rowsOf(sent.filter(isAuth))),
    '## /v1',
    table(head, rowsOf(sent.filter((refusal) => !isAuth(refusal)))),
    '## Never sent',
    'Errors of the specification that Guildhall never sends.',
    table(['Sentence', 'Status', 'Why'], never),
  )
}
