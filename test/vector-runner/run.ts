// Runs the exact examples of what billing means against the functions that decide it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#kernel/refusal.ts'

/** One example: the operation and its arguments, and what must come out. */
export interface Vector {
  readonly name: string
  readonly input: { readonly op: string; readonly [key: string]: unknown }
  readonly expected: unknown
}

/** Answers one operation; a refusal that it throws counts as the answer `{error, http}`. */
export type Operation = (input: Vector['input']) => unknown

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

/** The operations that nothing answers yet, from the list beside our copies of the vectors. */
export function readWaiting(folder: string): readonly string[] {
  return JSON.parse(readFileSync(join(folder, WAITING), 'utf8')) as string[]
}

/** Runs every vector of a folder. An operation that is neither bound nor waiting, or both, fails. */
export function runVectors(folder: string, operations: Readonly<Record<string, Operation>>, waiting: readonly string[]): Report {
  let passed = 0
  let waited = 0
  const failures: Failure[] = []
  for (const { file, vector } of readVectors(folder)) {
    const { op } = vector.input
    const operation = Object.hasOwn(operations, op) ? operations[op] : undefined
    const isWaiting = waiting.includes(op)
    if (isWaiting && !operation) waited += 1
    else {
      const actual = isWaiting ? 'bound, yet listed as waiting' : operation ? answer(operation, vector.input) : 'neither bound nor waiting'
      if (operation && !isWaiting && agrees(actual, vector.expected)) passed += 1
      else failures.push({ file, name: vector.name, op, expected: vector.expected, actual })
    }
  }
  return { passed, failures, waiting: waited }
}

/** Whether a result agrees: of an object only the keys that are expected count, a list must be as long as expected. */
export function agrees(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && actual.length === expected.length && expected.every((item, index) => agrees(actual[index], item))
  }
  if (isRecord(expected)) return isRecord(actual) && Object.entries(expected).every(([key, value]) => agrees(actual[key], value))
  return isDeepStrictEqual(actual, expected)
}

function readVectors(folder: string): { file: string; vector: Vector }[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== WAITING)
  return files.sort().flatMap((file) => {
    const vectors = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Vector[]
    return vectors.map((vector) => ({ file, vector }))
  })
}

function answer(operation: Operation, input: Vector['input']): unknown {
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
