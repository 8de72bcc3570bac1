import { describe, expect, test } from 'vitest'
import { seedsFrom } from './seeds.ts'

describe('seeds of a commit', () => {
  test('are integers below 2³¹, one per randomized suite', () => {
    const seeds = seedsFrom('4b825dc642cb6eb9a060e54bf8d69288fbee4904')
    expect(Object.keys(seeds)).toEqual(['FUZZ_SEED', 'SIMULATION_SEED', 'FAULT_SEED'])
    for (const seed of Object.values(seeds).map(Number)) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31).toBe(true)
    expect(new Set(Object.values(seeds)).size).toBe(3)
  })

  test('are equal for equal trees and differ for different trees', () => {
    expect(seedsFrom('a')).toEqual(seedsFrom('a'))
    expect(seedsFrom('b')).not.toEqual(seedsFrom('a'))
  })
})
