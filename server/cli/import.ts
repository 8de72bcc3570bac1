import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { importUsers as importUserFile } from '#operations/imports/index.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const given = z.object({ file: z.string(), size: z.int(), isDryRun: z.boolean() })

/** Takes the people of a file over; exit code 1 when a line was refused. */
export const importUsers: DataCommand = async (place, raw) => {
  const done = await importUserFile(await place.platform(), given.parse(raw))
  const { taken, there, refused, newIds, isDryRun, linesLeftOut } = done
  const lines = [
    `${isDryRun ? 'Would be taken' : 'Taken'}: ${taken}. Already there: ${there}. Refused: ${refused}.`,
    ...(newIds ? [`${newIds} of those taken ${isDryRun ? 'would get' : 'got'} another id: theirs was no UUID, or somebody's.`] : []),
    ...done.lines.map(({ line, field, why }) => `  line ${line}: ${field === null ? '' : `${shown(field)} `}${why}`),
    ...(linesLeftOut ? [`  and ${linesLeftOut} more`] : []),
  ]
  return { lines, json: done, exitCode: refused ? exits.failed : exits.well } satisfies CommandResult
}

// A field's name comes from the file: nothing of it may steer the terminal.
function shown(field: string): string {
  return field.replace(/\p{Cc}+/gu, ' ').slice(0, 100)
}

export const verb: Verb = {
  usage: 'users <file>',
  summary: 'Takes people over from a file: one JSON object in a line.',
  options: { 'dry-run': { type: 'boolean', sentence: 'Only tells what would be taken and what refused.' } },
  args: 2,
  details: [
    'Fields: email, and where there are any name, emailVerified, username, displayUsername, image, id (kept where it is a UUID that',
    'nobody has), createdAt, role (only "user") and password: a hash, either salt:key by scrypt or argon2id in its PHC form.',
    'A line with another field is refused; null is as good as nothing. Lines that are refused are told of by number, field and',
    'reason, and all others are taken. Somebody whose address is there is left as they are, so the file can be read again.',
    'Nobody is mailed. It ends with 1 when a line was refused.',
  ],
  run: async ({ args: [what, path], options, tell }) => {
    if (what !== 'users')
      throw new UsageFault(what === undefined ? 'What is to be imported is missing: users.' : `'${what}' cannot be imported.`)
    if (path === undefined) throw new UsageFault('The file is missing.')
    const file = resolve(path)
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw new Error(`There is no file ${file}.`)
    const importing = { file, size: found.size, isDryRun: options['dry-run'] === true }
    const worked = await runRemoteCommand({ name: 'import', work: importUsers, given: importing, makesDatabase: true })
    tell(worked)
    return worked.exitCode
  },
}
