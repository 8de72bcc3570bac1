// The changes of the promises of an API. Pure.
import type { Contract, Promised } from './contract.ts'

/** A change of an operation, parameter or field. */
export interface ApiChange {
  readonly path: string
  /** `narrowed`: callers that relied on it may fail. `widened`: all that was promised still holds. */
  readonly kind: 'added' | 'removed' | 'narrowed' | 'widened'
  /** The promises that are not made any more; empty where nothing was narrowed. */
  readonly about: readonly string[]
}

/** The changes from one contract to another, in the order of their paths. */
export function differenceOf(before: Contract, after: Contract): ApiChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.flatMap((path): ApiChange[] => {
    const [was, is] = [before.get(path), after.get(path)]
    if (!was) return is ? [{ path, kind: added(path, before, is), about: [] }] : []
    if (!is) return [{ path, kind: 'removed', about: [] }]
    const narrowed = narrowings(was, is)
    if (narrowed.length > 0) return [{ path, kind: 'narrowed', about: narrowed }]
    return narrowings(is, was).length > 0 ? [{ path, kind: 'widened', about: [] }] : []
  })
}

// A new field that has to be sent narrows what was accepted without it, unless all around it is new.
function added(path: string, before: Contract, is: Promised): ApiChange['kind'] {
  const around = path.includes('?') ? path.slice(0, path.indexOf(' ?')) : path.slice(0, path.lastIndexOf('.'))
  return is.isSent && is.isRequired && before.has(around) ? 'narrowed' : 'added'
}

/** The promises of `was` that `is` does not make any more. */
function narrowings(was: Promised, is: Promised): string[] {
  const lost: string[] = []
  const isSent = was.isSent && is.isSent
  const isAnswered = was.isAnswered && is.isAnswered
  if (isSent && is.isRequired && !was.isRequired) lost.push('has to be sent')
  if (isAnswered && was.isRequired && !is.isRequired) lost.push('may be missing')
  // The accepted values must not become fewer, nor the answered ones more: published clients refuse values that they do not know.
  if (isSent) lost.push(...missingOf(was, is).map((each) => `does not take ${each}`))
  if (isAnswered) lost.push(...missingOf(is, was).map((each) => `may be ${each}`))
  if (isSent) lost.push(...tighter(was, is))
  return lost
}

function missingOf(from: Promised, than: Promised): string[] {
  const types = [...from.types].filter((type) => than.types.size > 0 && !than.types.has(type))
  if (from.values === null) return than.values === null || from.types.size === 0 ? types : [...types, 'other values']
  return [...types, ...[...from.values].filter((value) => than.values !== null && !than.values.has(value))]
}

function tighter(was: Promised, is: Promised): string[] {
  return Object.entries(is.limits).flatMap(([name, limit]) => {
    const before = was.limits[name]
    if (before === limit) return []
    const isLower = name.startsWith('max') && before !== undefined && Number(limit) > Number(before)
    const isHigher = name.startsWith('min') && before !== undefined && Number(limit) < Number(before)
    return isLower || isHigher ? [] : [`${name} ${limit}`]
  })
}

/** The changes by which callers may fail, and that no `entries` of the changelog mark **wire** and name. */
export function unmarked(changes: readonly ApiChange[], entries: readonly string[]): ApiChange[] {
  const marked = entries.filter((entry) => entry.includes('**wire**'))
  return changes.filter(({ path, kind, about }) => {
    if (kind !== 'removed' && kind !== 'narrowed') return false
    const values = about.flatMap((each) => /"(.+)"/.exec(each)?.[1] ?? [])
    const names = [...namesOf(path), ...values]
    return !marked.some((entry) => names.some((name) => entry.includes(name)))
  })
}

// An operation is named by its path, a parameter or field by its name; a value by itself.
function namesOf(path: string): string[] {
  const [method = '', url = '', ...rest] = path.split(' ')
  if (!/^[A-Z]+$/.test(method) || !url)
    return [
      path
        .replace(/(\[\]|\.\*)+$/, '')
        .split('.')
        .at(-1) ?? path,
    ]
  const last = rest
    .at(-1)
    ?.replace('?', '')
    .replace(/(\[\]|\.\*)+$/, '')
    .split('.')
    .at(-1)
  return last === undefined || /^(body|\d+)$/.test(last) ? [url] : [last]
}

/** The entries of a changelog: its list items, each on one line. */
export function entriesOf(changelog: string): string[] {
  return changelog
    .split(/^- /m)
    .slice(1)
    .map(
      (entry) =>
        entry
          .split(/\n\n|\n#/)[0]
          ?.replace(/\s+/g, ' ')
          .trim() ?? '',
    )
}
