// Runs the test vectors of the billing rules against the functions that implement them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Refusal } from '#kernel/refusal.ts'

/** One test vector: the operation with its arguments, and the expected result. */
export interface Vector {
  readonly name: string
  readonly input: { readonly op: string; readonly [key: string]: unknown }
  readonly expected: unknown
}

/** Implements one operation; a thrown refusal counts as the result `{error, http}`. */
export type Operation = (input: Vector['input']) => unknown

/** An operation that reads its arguments by a shape. */
export function bind<const Shape extends z.ZodRawShape>(shape: Shape, run: (input: z.output<z.ZodObject<Shape>>) => unknown): Operation {
  const schema = z.object(shape)
  return (input) => run(schema.parse(input))
}

export interface Failure {
  readonly file: string
  readonly name: string
  readonly op: string
  readonly expected: unknown
  readonly actual: unknown
}

export interface Report {
  readonly passed: number
  readonly failures: readonly Failure[]
  readonly waiting: number
}

const WAITING = 'waiting.json'

/** Reads the operations that are not implemented yet, from the list beside the vectors. */
export function readWaiting(folder: string): readonly string[] {
  return JSON.parse(readFileSync(join(folder, WAITING), 'utf8')) as string[]
}

/** Runs every vector of a folder. An operation that is neither bound nor waiting, or both, fails. */
export function runVectors(folder: string, operations: Readonly<Record<string, Operation>>, waiting: readonly string[]): Report {
  let passed = 0
  let waitingCount = 0
  const failures: Failure[] = []
  for (const { file, vector } of readVectors(folder)) {
    const { op } = vector.input
    const operation = Object.hasOwn(operations, op) ? operations[op] : undefined
    const isWaiting = waiting.includes(op)
    if (isWaiting && !operation) waitingCount += 1
    else {
      const actual = isWaiting ? 'bound, yet listed as waiting' : operation ? execute(operation, vector.input) : 'neither bound nor waiting'
      if (operation && !isWaiting && matches(actual, vector.expected)) passed += 1
      else failures.push({ file, name: vector.name, op, expected: vector.expected, actual })
    }
  }
  return { passed, failures, waiting: waitingCount }
}

/** Whether a result matches: of an object only the expected keys count, and a list must have the expected length. */
export function matches(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length && expected.every((item, index) => matches(actual[index], item))
  }
  if (isRecord(expected)) return isRecord(actual) && Object.entries(expected).every(([key, value]) => matches(actual[key], value))
  return isDeepStrictEqual(actual, expected)
}

/** Every vector of a folder, with the name of its file. */
export function readVectors(folder: string): { file: string; vector: Vector }[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== WAITING)
  return files.sort().flatMap((file) => {
    const vectors = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Vector[]
    return vectors.map((vector) => ({ file, vector }))
  })
}

function execute(operation: Operation, input: Vector['input']): unknown {
  try {
    return operation(input)
  } catch (error) {
    if (error instanceof Refusal) return { error: error.code, http: error.status }
    return `threw ${String(error)}`
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
