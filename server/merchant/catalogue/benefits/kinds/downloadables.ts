import { z } from 'zod'
import { id } from '#platform/http/wire-parts.ts'
import { defineBenefitKind, propertyProblem } from './kind.ts'

const FILES_MAXIMUM = 50

const wire = { archived: z.record(z.string(), z.boolean()), files: z.array(id) }
const body = {
  archived: z
    .record(id, z.boolean())
    .refine((archived) => Object.keys(archived).length <= FILES_MAXIMUM, `At most ${FILES_MAXIMUM} files are archived.`)
    .optional(),
  files: z.array(id).min(1).max(FILES_MAXIMUM),
}

const recorded = { files: z.array(z.string()).optional() }

/** Files to download. */
export const downloadables = defineBenefitKind({
  type: 'downloadables',
  name: 'Downloadables',
  wire,
  body,
  namedBy: ({ files }) => ({ meters: [], files }),
  check: ({ archived = {}, files }, named) => {
    const unknown = files.flatMap((id, index) => (named.files.has(id) ? [] : [propertyProblem(['files', index], 'There is no such file.')]))
    const foreign = Object.keys(archived).filter((id) => !files.includes(id))
    const problems = [...unknown, ...foreign.map((id) => propertyProblem(['archived', id], 'The benefit has no such file.'))]
    return problems.length > 0 ? { problems } : { properties: { archived, files: [...new Set(files)] } }
  },
  shown: { active_files: z.array(id) },
  toShown: ({ files, archived }) => ({ active_files: files.filter((file) => archived[file] !== true) }),
  grant: { merchant: recorded, customer: recorded },
})
