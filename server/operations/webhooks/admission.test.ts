import { expect, test } from 'vitest'
import { Admission, type Run } from './admission.ts'

const well = (organizationId: string, endpointId = organizationId): Run => ({ organizationId, endpointId, standing: 'well' })
const failing = (organizationId: string, endpointId = organizationId): Run => ({ organizationId, endpointId, standing: 'failing' })

/** Lets the runs in, one after the other; says which of them began. */
function entered(admission: Admission, runs: readonly Run[]): boolean[] {
  return runs.map((run, at) => admission.enter(String(at), { run, wake: async () => undefined }) !== undefined)
}

const many = (count: number, run: (at: number) => Run) => Array.from({ length: count }, (_, at) => run(at))

test.for<[string, readonly Run[], number]>([
  ['one merchant has twelve attempts under way, however many endpoints', many(20, (at) => well('a', `a${at}`)), 12],
  ['others are not counted with it', [...many(12, () => well('a')), well('b')], 13],
  ['a new endpoint has one', many(5, () => ({ ...well('a'), standing: 'new' })), 1],
  ['new endpoints are not counted with those that fail', many(15, (at) => ({ ...well(`m${at}`), standing: 'new' })), 15],
  ['an endpoint that fails has one', many(5, () => failing('a')), 1],
  ['endpoints that fail have ten among them', many(15, (at) => failing(`m${at}`)), 10],
  ['one that is well is not kept out by those that fail', [...many(15, (at) => failing(`m${at}`)), well('b')], 11],
])('%s', ([, runs, begun]) => {
  expect(entered(new Admission(), runs).filter(Boolean)).toHaveLength(begun)
})

test('whoever was kept out is woken once there is room, in turn, and once', async () => {
  const admission = new Admission()
  const woken: string[] = []
  const enter = (key: string) => admission.enter(key, { run: failing('a'), wake: async () => void woken.push(key) })
  const leave = enter('first')
  enter('second')
  enter('second')
  enter('third')
  expect(woken).toEqual([])
  await leave?.()
  expect(woken).toEqual(['second'])
  await enter('second')?.()
  expect(woken).toEqual(['second', 'third'])
  await enter('third')?.()
  expect(woken).toEqual(['second', 'third'])
})
