// The code blocks of README and the guides: how they are found, and how the programs among them are run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address that the documents name. */
const DOCUMENTED_URL = 'http://localhost:3000'

/** A fenced block of a document. */
export interface CodeBlock {
  /** The path of the document. */
  readonly file: string
  /** The line of the opening fence, from 1. */
  readonly line: number
  /** The word after the opening fence, `''` for none. */
  readonly language: string
  readonly text: string
}

/** The blocks of a text, in order. */
export function codeBlocksOf(file: string, text: string): CodeBlock[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language = '', 2: body = '' }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    language,
    text: body,
  }))
}

/** The blocks of README and of every guide. */
export function documentedBlocks(): CodeBlock[] {
  const files = ['README.md', ...globSync('docs/guides/*.md').sort()]
  return files.flatMap((file) => codeBlocksOf(file, readFileSync(file, 'utf8')))
}

/** A program of a document that runs. */
export interface RunningProgram {
  /** The text that it has printed so far. */
  output(): string
  /** Resolves to the exit code. */
  ended(): Promise<number | null>
  stop(): void
}

/**
 * Runs a TypeScript block with the Node at `node` in a folder where the packages that it imports are installed. The documented address
 * becomes `url`, and `env` is its environment.
 */
export function runBlock(
  block: CodeBlock,
  { folder, url, env, node }: { folder: string; url: string; env: NodeJS.ProcessEnv; node: string },
): RunningProgram {
  const path = join(folder, `${block.file.replace(/\W/g, '-')}-${block.line}.ts`)
  writeFileSync(path, block.text.replaceAll(DOCUMENTED_URL, url))
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', path], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  return {
    output: () => output,
    ended: async () => (await ended)[0] as number | null,
    stop: () => void child.kill('SIGKILL'),
  }
}
