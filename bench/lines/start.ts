// The start: from the spawn of the process to the first successful /readyz, on a migrated database.
import { monotonicMs } from '#platform/clock.ts'
import { startBare, startServer, type Target } from '../targets.ts'
import { type Line, median } from './line.ts'

export const startLine: Line = {
  name: 'start',
  run: async ({ setup, script, rounds }) => {
    const timed = async (start: () => Promise<Target>): Promise<number> => {
      const startMs = monotonicMs()
      const target = await start()
      const tookMs = monotonicMs() - startMs
      await target.stop()
      return tookMs
    }
    const oursMs: number[] = []
    const bareMs: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      oursMs.push(await timed(() => startServer(setup, [])))
      bareMs.push(await timed(() => startBare(setup, script)))
    }
    const ratio = median(oursMs.map((ms, at) => ms / (bareMs[at] ?? ms))).toFixed(2)
    const shown = (times: readonly number[]) => `${median(times).toFixed(0)} ms`
    return [{ line: 'start', ours: shown(oursMs), bare: shown(bareMs), ratio, cpu: '', times: '', limit: '' }]
  },
}
