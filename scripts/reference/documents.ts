import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { page } from './markdown.ts'

/** The folders of `docs/`, in the order of the index, and what their pages are. */
const FOLDERS = [
  ['guides', 'Guides', 'For those who run Guildhall, and the words of the project.'],
  ['reference', 'Reference', 'Generated from the code.'],
  ['recipes', 'Recipes', 'For developers: the steps of the usual changes.'],
  ['decisions', 'Decisions', 'For developers: why something is as it is. The number of a page that was removed is not used again.'],
] as const

/** docs/README.md: every page of `folder`, by its title. */
export function documentsPage(folder: string): string {
  return page(
    'Documents',
    'Every page of this folder. [README](../README.md) is for those who try Guildhall, [ARCHITECTURE](../ARCHITECTURE.md) for those who change it.',
    listOf(folder, '.'),
    ...FOLDERS.flatMap(([name, title, about]) => [`## ${title}`, about, listOf(folder, name)]),
  )
}

function listOf(folder: string, name: string): string {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.md') && file !== 'README.md')
  return files
    .sort()
    .map((file) => `- [${titleOf(join(folder, name, file))}](${join(name, file)})`)
    .join('\n')
}

/** The first heading of a page. */
function titleOf(path: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`${path} has no heading.`)
  return heading
}
