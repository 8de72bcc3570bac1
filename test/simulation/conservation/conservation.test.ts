// Random sequences of acts on test clocks: no customer gets more than was received, and each preview is what then happens.
import { afterAll, test } from 'vitest'
import { seedOf } from '#test/seeds.ts'
import type { TestServer } from '#test/support/server.ts'
import { KNOWN } from './known.ts'
import { moneyServer } from './money-server.ts'
import { runWave, shrink } from './run.ts'
import { describe, SEQUENCES_OF_WAVE, waveOf } from './sequences.ts'

const SEQUENCES = 100
/** The time for which a failure is made shorter. */
const SHRINK_MS = 120_000
/** The check of the books reads those of all merchants of a database. */
const WAVES_OF_SERVER = 10

/** The seed of the first wave; the following waves have the following seeds. */
const seed = seedOf('CONSERVATION_SEED')
const sequences = Number(process.env['CONSERVATION_SEQUENCES'] ?? SEQUENCES)

let server: TestServer | undefined
let waves = 0
afterAll(() => server?.close())

async function serverOfWave(): Promise<TestServer> {
  if (waves % WAVES_OF_SERVER === 0) {
    await server?.close()
    server = undefined
  }
  waves += 1
  server ??= await moneyServer()
  return server
}

/** Runs the wave of a seed. A failure is thrown with the shortest sequence that was found, and with the command that repeats it. */
async function simulate(of: number): Promise<void> {
  const on = await serverOfWave()
  const wave = waveOf(of)
  const failures = await runWave(on, wave)
  if (failures.length === 0) return
  const command = `npm run simulate -- --conservation --seed ${of} --sequences 1`
  const suspects = failures.flatMap(({ at }) => (at === null ? [] : [at]))
  for (const at of suspects.length > 0 ? suspects : wave.sequences.keys()) {
    const acts = wave.sequences[at] ?? []
    const [alone] = await runWave(on, { ...wave, sequences: [acts] })
    if (!alone) continue
    const found = await shrink(on, { terms: wave.terms, acts, error: alone.error }, performance.now() + SHRINK_MS)
    throw new Error(`${command}\n${describe(found, found.acts)}\n${String(found.error)}`, { cause: found.error })
  }
  const all = wave.sequences.map((acts) => describe(wave, acts)).join('\n')
  throw new Error(`${command}\nNo sequence fails alone.\n${all}`, { cause: failures[0]?.error })
}

test.each(KNOWN)('%s', async (_, terms, acts) => {
  const [failure] = await runWave(await serverOfWave(), { terms, sequences: [acts] })
  if (failure) throw new Error(`${describe({ terms }, acts)}\n${String(failure.error)}`, { cause: failure.error })
})

test(`in ${sequences} sequences no customer gets more than was received, and previews come true`, { timeout: 86_400_000 }, async () => {
  console.log(`Conservation seed: ${seed}`)
  const startMs = performance.now()
  waves = 0
  for (let done = 0, of = seed; done < sequences; done += SEQUENCES_OF_WAVE, of += 1) await simulate(of)
  console.log(`${Math.round((performance.now() - startMs) / sequences)} ms for each sequence`)
})
