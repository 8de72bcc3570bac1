import { z } from 'zod'
import { listArchives, readArchive } from '#money/billing/orders/index.ts'
import { type CommandResult, type DataCommand, runRemoteCommand } from './remote-command.ts'
import { exits, UsageFault, type Verb } from './verb.ts'

const id = z.guid()
const inputShape = z.object({ organizationId: id.nullable() })

/** The archived books of one deleted organization, or the list of all. Rejects if none are archived under the id. */
export const showBooks: DataCommand = async ({ database }, input) => {
  const { organizationId } = inputShape.parse(input)
  const pending = await database.pendingMigrations()
  if (pending.length) throw new Error('The database is not up to date; run guildhall migrate first.')
  return organizationId === null
    ? list(await listArchives(database.db))
    : entries(organizationId, await readArchive(database.db, organizationId))
}

function list(archives: Awaited<ReturnType<typeof listArchives>>): CommandResult {
  const lines = archives.length
    ? archives.map(
        (archive) =>
          `${archive.organizationId}  ${archive.orders} orders, ${archive.entries} entries, archived ${archive.archivedAt.toISOString()}`,
      )
    : ['There are no books of deleted organizations.']
  return { lines, json: archives, exitCode: exits.ok }
}

function entries(organizationId: string, books: Awaited<ReturnType<typeof readArchive>>): CommandResult {
  if (!books.length) throw new Error(`No books are archived under the id ${organizationId}.`)
  return { lines: books.map((entry) => JSON.stringify(entry)), json: books, exitCode: exits.ok }
}

export const verb: Verb = {
  usage: '[<organization id>]',
  summary: 'Prints the books of deleted organizations.',
  args: 1,
  details: [
    'Without an id it lists the organizations that were deleted while they had paid live orders. With an id it prints one JSON object a',
    'line: every order with its number, then every ledger entry with its postings. They contain no personal data. The audit log knows the',
    'name under which the organization was deleted.',
  ],
  run: async ({ args: [organizationId = null], report }) => {
    if (organizationId !== null && !id.safeParse(organizationId).success)
      throw new UsageFault(`'${organizationId}' is not the id of an organization.`)
    const result = await runRemoteCommand({ name: 'books', run: showBooks, input: { organizationId }, label: 'Reading the books' })
    report(result)
    return result.exitCode
  },
}
