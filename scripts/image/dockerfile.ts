// Reads a Dockerfile: its stages and their steps, as far as deploy/Dockerfile uses them.

/** A step that changes the files of a stage. */
export type BuildStep =
  | { readonly kind: 'copy'; readonly from: string | undefined; readonly sources: readonly string[]; readonly target: string }
  | { readonly kind: 'run'; readonly command: string }

/** A stage: what `docker build` does between two FROM lines. */
export interface Stage {
  readonly base: string
  /** Undefined for the last stage, the image. */
  readonly name: string | undefined
  readonly workdir: string
  readonly steps: readonly BuildStep[]
  readonly environment: Readonly<Record<string, string>>
  readonly user: string | undefined
  readonly volumes: readonly string[]
  readonly ports: readonly number[]
  readonly health: readonly string[] | undefined
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] }

/** The stages of a Dockerfile in their order. Throws for an instruction or an option that it does not know. */
export function stagesOf(text: string): Stage[] {
  const stages: Writable<Stage>[] = []
  for (const line of instructionsOf(text)) {
    const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') stages.push(stageOf(rest))
    else {
      const stage = stages.at(-1)
      const apply = instructions[word]
      if (!stage || !apply) throw new Error(`The instruction ${JSON.stringify(line)} is not known.`)
      apply(stage, rest)
    }
  }
  return stages
}

/** The instructions, each in one line: without comments, continuation lines joined. */
export function instructionsOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line))
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function stageOf(rest: string): Writable<Stage> {
  const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? []
  const empty = { steps: [], environment: {}, user: undefined, volumes: [], ports: [], health: undefined, entrypoint: [], command: [] }
  return { base, name, workdir: '/', ...empty }
}

const instructions: Readonly<Record<string, (stage: Writable<Stage>, rest: string) => void>> = {
  WORKDIR: (stage, rest) => {
    stage.workdir = rest
  },
  COPY: (stage, rest) => stage.steps.push(copyOf(rest)),
  RUN: (stage, rest) => stage.steps.push({ kind: 'run', command: rest }),
  ENV: (stage, rest) => {
    stage.environment = {
      ...stage.environment,
      ...Object.fromEntries([...rest.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value])),
    }
  },
  USER: (stage, rest) => {
    stage.user = rest
  },
  VOLUME: (stage, rest) => stage.volumes.push(rest),
  EXPOSE: (stage, rest) => stage.ports.push(Number(rest)),
  HEALTHCHECK: (stage, rest) => {
    const [, command = ''] = /^(?:--[a-z-]+=\S+\s+)*CMD\s+(.*)$/.exec(rest) ?? []
    stage.health = JSON.parse(command) as string[]
  },
  ENTRYPOINT: (stage, rest) => {
    stage.entrypoint = JSON.parse(rest) as string[]
  },
  CMD: (stage, rest) => {
    stage.command = JSON.parse(rest) as string[]
  },
}

function copyOf(rest: string): BuildStep {
  const words = rest.split(/\s+/)
  const flags = words.filter((word) => word.startsWith('--'))
  const unknown = flags.find((flag) => !/^--(from|chown)=/.test(flag))
  if (unknown !== undefined) throw new Error(`The option ${unknown} of COPY is not known.`)
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length)
  return { kind: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/**
 * Whether a `.dockerignore` leaves the file at `path` (relative, with slashes) in the context. The last matching line decides, and a line
 * matches what is below it too.
 */
export function isInContext(ignore: string, path: string): boolean {
  let isIncluded = true
  for (const line of ignore.split('\n').filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const isException = line.startsWith('!')
    if (patternOf(isException ? line.slice(1) : line).test(path)) isIncluded = isException
  }
  return isIncluded
}

function patternOf(line: string): RegExp {
  const escaped = line.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const source = escaped.replaceAll('**/', '\u0000').replaceAll('*', '[^/]*').replaceAll('\u0000', '(?:.*/)?')
  return new RegExp(`^${source}(?:/.*)?$`)
}
