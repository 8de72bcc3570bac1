import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { importUsers as importUserFile } from '#operations/imports/index.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const inputShape = z.object({ file: z.string(), size: z.int(), isDryRun: z.boolean() })

/** Imports the users of a file; exit code 1 if a line was rejected. */
export const importUsers: DataCommand = async (context, input) => {
  const result = await importUserFile(await context.platform(), inputShape.parse(input), context.control)
  const { taken, there, refused, newIds, isDryRun, linesLeftOut, stoppedAfterLine } = result
  const lines = [
    `${isDryRun ? 'Would import' : 'Imported'}: ${taken}. Already existing: ${there}. Rejected: ${refused}.`,
    ...(newIds ? [`${newIds} of them ${isDryRun ? 'would get' : 'got'} a new id: the given id was not a UUID, or was in use.`] : []),
    ...result.lines.map(({ line, field, why }) => `  line ${line}: ${field === null ? '' : `${printable(field)} `}${why}`),
    ...(linesLeftOut ? [`  and ${linesLeftOut} more`] : []),
    ...(stoppedAfterLine === null ? [] : [stopSentence(stoppedAfterLine, isDryRun)]),
  ]
  const exitCode = stoppedAfterLine !== null ? exits.stopped : refused ? exits.failed : exits.ok
  return { lines, json: result, exitCode } satisfies CommandResult
}

function stopSentence(line: number, isDryRun: boolean): string {
  return isDryRun
    ? `Stopped after line ${line}; the lines below were not examined.`
    : `Stopped after line ${line}. Run the same command again to import the rest: users who exist are not changed.`
}

// The file chooses the names of its fields: a control character must not reach the terminal.
function printable(field: string): string {
  return field.replace(/\p{Cc}+/gu, ' ').slice(0, 100)
}

export const verb: Verb = {
  usage: 'users <file>',
  summary: 'Imports users from a file with one JSON object per line.',
  options: { 'dry-run': { type: 'boolean', sentence: 'Only reports what would be imported and what rejected.' } },
  args: 2,
  details: [
    'Fields: email and, optionally, name, emailVerified, username, displayUsername, image, id (used if it is a UUID that is not in',
    'use), createdAt, role (only "user") and password: a hash, either salt:key by scrypt or argon2id in PHC format.',
    'A line with any other field is rejected; null counts as absent. Rejected lines are listed by number, field and reason; all',
    'other lines are imported. A user whose email exists is not changed, so the file can be imported again.',
    'No email is sent. It exits with 1 if a line was rejected.',
    'Ctrl-C ends it after the present hundred users, with exit code 130; a second one ends it at once. It can be run again.',
  ],
  run: async ({ args: [kind, path], options, report }) => {
    if (kind !== 'users')
      throw new UsageFault(kind === undefined ? 'The kind of data to import is missing: users.' : `'${kind}' cannot be imported.`)
    if (path === undefined) throw new UsageFault('The file is missing.')
    const file = resolve(path)
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) throw new Error(`There is no file ${file}.`)
    const input = { file, size: found.size, isDryRun: options['dry-run'] === true }
    const result = await runRemoteCommand({
      name: 'import',
      run: importUsers,
      input,
      createsDatabase: true,
      label: 'Importing users',
      endsAfterBatch: true,
    })
    report(result)
    return result.exitCode
  },
}
