// The messages of validation: those of the specification on /api/auth, and those that the published clients know on /v1.
import type { z } from 'zod'
import type { Problem } from '#kernel/refusal.ts'

/** A raw issue, or a finished one that reports its input. */
export type AnyIssue = z.core.$ZodRawIssue | z.core.$ZodIssue

const WHEN_MISSING: readonly (string | undefined)[] = ['invalid_type', 'invalid_value', 'invalid_union']

/** Whether the issue is a missing value. */
export function isMissing(issue: AnyIssue): boolean {
  return issue.input === undefined && WHEN_MISSING.includes(issue.code)
}

const NAMES: Readonly<Record<string, string>> = { int: 'integer', record: 'object', map: 'object', nonoptional: 'defined' }

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isNaN(value) ? 'nan' : typeof value
}

function units(issue: { origin: string }): string {
  return issue.origin === 'array' || issue.origin === 'set' ? 'item(s)' : 'character(s)'
}

/** The messages of /api/auth (specification, section 5). Passed to `safeParse`, where the input is still known. */
export function authSentence(issue: AnyIssue): string | undefined {
  if (isMissing(issue)) return 'Required'
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${NAMES[issue.expected] ?? issue.expected}, received ${kindOf(issue.input)}`
    case 'invalid_value':
      return `Expected ${issue.values.map((value) => JSON.stringify(value)).join(' | ')}, received ${shortened(issue.input)}`
    case 'invalid_format':
      return issue.format === 'email' ? 'Invalid email' : issue.format === 'guid' || issue.format === 'uuid' ? 'Invalid id' : 'Invalid'
    case 'too_small':
      return `Must be at least ${issue.minimum}${issue.origin === 'number' || issue.origin === 'int' ? '' : ` ${units(issue)}`}`
    case 'too_big':
      return `Must be at most ${issue.maximum}${issue.origin === 'number' || issue.origin === 'int' ? '' : ` ${units(issue)}`}`
    case 'unrecognized_keys':
      return 'Unrecognized field'
    default:
      return 'Invalid input'
  }
}

const SHOWN_LENGTH = 60

function shortened(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_LENGTH)) : kindOf(value)
}

const TYPES: Readonly<Record<string, readonly [type: string, msg: string]>> = {
  string: ['string_type', 'Input should be a valid string'],
  number: ['float_type', 'Input should be a valid number'],
  int: ['int_type', 'Input should be a valid integer'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['model_attributes_type', 'Input should be a valid object'],
  record: ['dict_type', 'Input should be a valid object'],
  null: ['none_required', 'Input should be null'],
}

const FORMATS: Readonly<Record<string, readonly [type: string, msg: string]>> = {
  guid: ['uuid_parsing', 'Input should be a valid UUID'],
  uuid: ['uuid_parsing', 'Input should be a valid UUID'],
  datetime: ['datetime_from_date_parsing', 'Input should be a valid date and time with an offset'],
  date: ['date_from_datetime_parsing', 'Input should be a valid date'],
  url: ['url_parsing', 'Input should be a valid URL'],
  email: ['value_error', 'value is not a valid email address'],
  regex: ['string_pattern_mismatch', 'String should match the expected pattern'],
}

/** Type, message and bound of a problem on /v1. */
export type ProblemText = Omit<Problem, 'loc'>

const MISSING: ProblemText = { type: 'missing', msg: 'Field required' }

function bound(issue: Extract<AnyIssue, { code: 'too_small' | 'too_big' }>): ProblemText {
  const isLow = issue.code === 'too_small'
  const limit = Number(isLow ? issue.minimum : issue.maximum)
  if (issue.origin === 'string') {
    const bounds = isLow ? `at least ${limit}` : `at most ${limit}`
    const ctx = isLow ? { min_length: limit } : { max_length: limit }
    return { type: isLow ? 'string_too_short' : 'string_too_long', msg: `String should have ${bounds} characters`, ctx }
  }
  if (issue.origin === 'number' || issue.origin === 'int' || issue.origin === 'bigint') {
    const side = isLow ? 'greater' : 'less'
    const isStrict = issue.inclusive === false
    const msg = `Input should be ${side} than ${isStrict ? '' : 'or equal to '}${limit}`
    return { type: `${side}_than${isStrict ? '' : '_equal'}`, msg, ctx: { [`${isLow ? 'g' : 'l'}${isStrict ? 't' : 'e'}`]: limit } }
  }
  const ctx = isLow ? { min_length: limit } : { max_length: limit }
  return { type: isLow ? 'too_short' : 'too_long', msg: `Input should have ${isLow ? 'at least' : 'at most'} ${limit} items`, ctx }
}

/** Describes an issue for /v1. */
export function problemTextOf(issue: AnyIssue): ProblemText {
  if (isMissing(issue)) return MISSING
  switch (issue.code) {
    case 'invalid_type': {
      const isText = typeof issue.input === 'string' && issue.expected === 'int'
      if (isText) return { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' }
      const [type, msg] = TYPES[issue.expected] ?? ['value_error', `Input should be a valid ${issue.expected}`]
      return { type, msg }
    }
    case 'invalid_value': {
      const expected = issue.values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' or ')
      return { type: issue.values.length > 1 ? 'enum' : 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } }
    }
    case 'invalid_format': {
      const [type, msg] = FORMATS[issue.format] ?? ['value_error', 'Value is not valid']
      return { type, msg }
    }
    case 'too_small':
    case 'too_big':
      return bound(issue)
    case 'not_multiple_of':
      return { type: 'multiple_of', msg: `Input should be a multiple of ${issue.divisor}` }
    case 'invalid_union':
      return { type: 'union_error', msg: 'Input matches none of the allowed shapes' }
    case 'unrecognized_keys':
      return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
    case 'custom':
      return {
        type: typeof issue.params?.['type'] === 'string' ? issue.params['type'] : 'value_error',
        msg: issue.message ?? 'Value is not valid',
      }
    default:
      return { type: 'value_error', msg: typeof issue.message === 'string' ? issue.message : 'Value is not valid' }
  }
}
