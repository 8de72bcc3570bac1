import { z } from 'zod'
import { addition, text } from '#platform/http/wire-parts.ts'
import { type LiveReadiness, liveChecks } from './model.ts'

const NAME_MAXIMUM = 250
const PASSWORD_MAXIMUM = 1024

/** The readiness of an organization to go live. */
export const liveMode = z
  .object({
    mode: z.enum(['test', 'live']).meta({ description: '`test` sells through the sandbox; `live` takes real money.' }),
    is_ready: z.boolean().meta({ description: 'Whether every check is done, so that the organization can go live.' }),
    checks: z
      .array(
        z
          .object({
            name: z.enum(liveChecks).meta({ id: 'LiveModeCheckName', description: 'What is checked.' }),
            is_done: z.boolean().meta({ description: 'Whether it is as it must be.' }),
          })
          .meta({ id: 'LiveModeCheck' }),
      )
      .meta({ description: 'What is checked, in the order in which it is done.' }),
  })
  .meta({ id: 'LiveMode', ...addition })

export const liveModeActivate = z
  .object({
    confirmation: text(1, NAME_MAXIMUM).meta({ description: 'The name of the organization.' }),
    password: text(1, PASSWORD_MAXIMUM).nullish().meta({ description: 'The password of the caller, where they signed in too long ago.' }),
  })
  .meta({ id: 'LiveModeActivate', ...addition, examples: [{ confirmation: 'Northwind Tools' }] })

/** The readiness as JSON. */
export function toLiveModeWire({ merchant, checks }: LiveReadiness): z.output<typeof liveMode> {
  return {
    mode: merchant.mode,
    is_ready: checks.every(({ isDone }) => isDone),
    checks: checks.map(({ name, isDone }) => ({ name, is_done: isDone })),
  }
}
