import type { z } from 'zod'
import { type Problem, ValidationRefusal } from '#kernel/refusal.ts'
import type { Api } from '../api.ts'
import { meantOption, taggedPath } from './tagged-path.ts'
import { unsafeIn } from './text-safety.ts'
import { authSentence, isMissing, toldOf } from './validation-messages.ts'

/** Where an input came from; the first part of a problem's place. */
export type Part = 'path' | 'query' | 'body'

type Issue = z.core.$ZodIssue

/** Which option of the union at a path was meant, as told by a tag; -1 for unknown. */
type Meant = (path: readonly PropertyKey[]) => number

// A union that nothing fits is told by the faults of the branch that was meant, or else came nearest: the deepest fault, then the
// fewest fields that were not given at all, then the fewest faults.
function flatten(issue: Issue, base: readonly PropertyKey[], meant: Meant): Issue[] {
  const path = [...base, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const branches = issue.errors.map((branch) => branch.flatMap((each) => flatten(each, path, meant)))
  const deepest = (branch: readonly Issue[]) => Math.max(0, ...branch.map((each) => each.path.length))
  const missing = (branch: readonly Issue[]) => branch.filter(isMissing).length
  const [nearest] = branches.toSorted((a, b) => deepest(b) - deepest(a) || missing(a) - missing(b) || a.length - b.length)
  const told = branches[meant(path)] ?? nearest
  return told && deepest(told) > path.length ? told : [{ ...issue, path }]
}

function problemOf(issue: Issue, at: { half: Api; part: Part; schema: z.ZodType; value: unknown }): Problem {
  const told = toldOf(issue)
  const path = at.half === 'v1' ? taggedPath(at.schema, at.value, issue.path) : issue.path
  const loc = [at.part, ...path.map((key) => (typeof key === 'number' ? key : String(key)))]
  return { loc, ...told, msg: issue.message || told.msg }
}

/**
 * Checks one part of a request by its schema and gives the parsed value, or the problems with their places. A missing body
 * counts as an empty one where the schema asks for something, so that each missing field is named.
 */
export function validate(
  half: Api,
  { part, schema, takesAnyText = false }: { readonly part: Part; readonly schema: z.ZodType; readonly takesAnyText?: boolean },
  value: unknown,
): { value: unknown } | { problems: readonly Problem[] } {
  const unsafe = takesAnyText ? undefined : unsafeIn(value, [part])
  if (unsafe) return { problems: [unsafe] }
  const error = half === 'auth' ? authSentence : (issue: z.core.$ZodRawIssue) => toldOf(issue).msg
  const parse = (given: unknown) => schema.safeParse(given, { error, reportInput: true })
  const first = parse(value)
  const parsed = first.success || value !== undefined ? first : parse({})
  if (parsed.success) return { value: parsed.data }
  const given = value ?? {}
  const issues = parsed.error.issues.flatMap((issue) => flatten(issue, [], (path) => meantOption(schema, given, path)))
  return { problems: issues.map((issue) => problemOf(issue, { half, part, schema, value: given })) }
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

/** The parts of a request as its route declares them, parsed; throws one ValidationRefusal with every problem. */
export function validateParts(half: Api, schemas: Schemas, values: Parts): Parts {
  const problems: Problem[] = []
  const read = (part: Part): unknown => {
    const schema = schemas[part]
    if (!schema) return undefined
    const result = validate(half, { part, schema, takesAnyText: schemas.takesAnyText === true }, values[part])
    if ('value' in result) return result.value
    problems.push(...result.problems)
    return undefined
  }
  const parsed = { path: read('path'), query: read('query'), body: read('body') }
  if (problems.length) throw new ValidationRefusal(problems)
  return parsed
}
