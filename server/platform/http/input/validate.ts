import type { z } from 'zod'
import { type Problem, ValidationRefusal } from '#kernel/refusal.ts'
import type { Api } from '../api.ts'
import { taggedOptionAt, taggedPath } from './tagged-path.ts'
import { unsafeIn } from './text-safety.ts'
import { authSentence, isMissing, problemTextOf } from './validation-messages.ts'

/** The part of a request that an input comes from; the first element of a problem's location. */
export type RequestPart = 'path' | 'query' | 'body'

type Issue = z.core.$ZodIssue

/** The problems that one answer reports at most. A body may contain thousands, and each is longer in the answer than in the body. */
export const PROBLEMS_MAX = 50
/** The characters of a key that a problem's location repeats at most. */
const KEY_LENGTH_MAX = 100

/** Finds the option of the union at a path by the value's tag; -1 for unknown. */
type OptionFinder = (path: readonly PropertyKey[]) => number

// An unmatched union reports the issues of the option that the tag names, otherwise those of the closest option: the one with the
// deepest issue, then the fewest missing fields, then the fewest issues.
function flatten(issue: Issue, base: readonly PropertyKey[], taggedAt: OptionFinder): Issue[] {
  const path = [...base, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const branches = issue.errors.map((branch) => branch.slice(0, PROBLEMS_MAX).flatMap((each) => flatten(each, path, taggedAt)))
  const deepest = (branch: readonly Issue[]) => Math.max(0, ...branch.map((each) => each.path.length))
  const missing = (branch: readonly Issue[]) => branch.filter(isMissing).length
  const [nearest] = branches.toSorted((a, b) => deepest(b) - deepest(a) || missing(a) - missing(b) || a.length - b.length)
  const chosen = branches[taggedAt(path)] ?? nearest
  return chosen && deepest(chosen) > path.length ? chosen : [{ ...issue, path }]
}

function problemOf(issue: Issue, at: { api: Api; part: RequestPart; schema: z.ZodType; value: unknown }): Problem {
  const chosen = problemTextOf(issue)
  const path = at.api === 'v1' ? taggedPath(at.schema, at.value, issue.path) : issue.path
  const loc = [at.part, ...path.map((key) => (typeof key === 'number' ? key : String(key).slice(0, KEY_LENGTH_MAX)))]
  return { loc, ...chosen, msg: issue.message || chosen.msg }
}

/**
 * Checks one part of a request by its schema. Returns the parsed value, or the first `PROBLEMS_MAX` problems with their locations. A missing body counts
 * as an empty object where the schema requires fields, so that each missing field is reported.
 */
export function validate(
  api: Api,
  { part, schema, takesAnyText = false }: { readonly part: RequestPart; readonly schema: z.ZodType; readonly takesAnyText?: boolean },
  value: unknown,
): { value: unknown } | { problems: readonly Problem[] } {
  const unsafe = takesAnyText ? undefined : unsafeIn(value, [part])
  if (unsafe) return { problems: [unsafe] }
  const error = api === 'auth' ? authSentence : (issue: z.core.$ZodRawIssue) => problemTextOf(issue).msg
  const parse = (input: unknown) => schema.safeParse(input, { error, reportInput: true })
  const first = parse(value)
  const parsed = first.success || value !== undefined ? first : parse({})
  if (parsed.success) return { value: parsed.data }
  const input = value ?? {}
  const reported = parsed.error.issues.slice(0, PROBLEMS_MAX)
  const issues = reported.flatMap((issue) => flatten(issue, [], (path) => taggedOptionAt(schema, input, path))).slice(0, PROBLEMS_MAX)
  return { problems: issues.map((issue) => problemOf(issue, { api, part, schema, value: input })) }
}

interface Schemas {
  readonly path: z.ZodType | undefined
  readonly query: z.ZodType | undefined
  readonly body: z.ZodType | undefined
  readonly takesAnyText?: boolean | undefined
}

interface Parts {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Parses the parts of a request by the schemas of its route. Throws one ValidationRefusal with the first `PROBLEMS_MAX` problems of each. */
export function validateParts(api: Api, schemas: Schemas, values: Parts): Parts {
  const problems: Problem[] = []
  const read = (part: RequestPart): unknown => {
    const schema = schemas[part]
    if (!schema) return undefined
    const result = validate(api, { part, schema, takesAnyText: schemas.takesAnyText === true }, values[part])
    if ('value' in result) return result.value
    problems.push(...result.problems)
    return undefined
  }
  const parsed = { path: read('path'), query: read('query'), body: read('body') }
  if (problems.length) throw new ValidationRefusal(problems)
  return parsed
}
