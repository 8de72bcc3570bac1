// Performs the stages of a Dockerfile in a folder, where no container engine runs. Each stage is a folder below it, with the paths of
// the stage below that; the base images are this machine, of which a stage sees Node and npm.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { type BuildStep, isInContext, type Stage } from './dockerfile.ts'

/** Never part of a context; they are large. */
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'data'])

/** Performs all stages below `root`; returns the folder that stands for `/` in the last one. */
export function performStages(stages: readonly Stage[], root: string): string {
  chmodSync(root, 0o755)
  const base = join(root, 'base')
  mkdirSync(base)
  symlinkSync(process.execPath, join(base, 'node'))
  for (const stage of stages) {
    mkdirSync(inStage(root, stage, '.'), { recursive: true })
    for (const step of stage.steps) perform(root, stage, step)
  }
  return folderOf(root, stages.at(-1)?.name)
}

const folderOf = (root: string, stage: string | undefined) => join(root, stage ?? 'image')

function inStage(root: string, { name, workdir }: Stage, path: string): string {
  return path.startsWith('/') ? join(folderOf(root, name), path) : join(folderOf(root, name), workdir, path)
}

function perform(root: string, stage: Stage, step: BuildStep): void {
  console.log(step.kind === 'run' ? `RUN ${step.command}` : `COPY ${step.sources.join(' ')} ${step.target}`)
  if (step.kind === 'run') runStep(root, stage, step.command)
  else for (const source of step.sources) copy(root, stage, { ...step, source })
}

function runStep(root: string, stage: Stage, command: string): void {
  const cwd = inStage(root, stage, '.')
  const own = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.endsWith('node_modules/.bin'))
  const PATH = [join(root, 'base'), ...own].join(delimiter)
  const env = { PATH, HOME: process.env['HOME'], npm_config_prefer_offline: 'true', NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync('sh', ['-euc', command], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`)
}

interface CopiedPath {
  readonly from: string | undefined
  readonly source: string
  readonly target: string
}

// A folder's contents go into the target; a file goes into a target that ends with a slash.
function copy(root: string, stage: Stage, { from, source, target }: CopiedPath): void {
  const to = inStage(root, stage, target)
  const into = (path: string, isFolder: boolean) => (!isFolder && target.endsWith('/') ? join(to, basename(path)) : to)
  if (from !== undefined) {
    const path = join(folderOf(root, from), source)
    cpSync(path, into(path, statSync(path).isDirectory()), { recursive: true, verbatimSymlinks: true })
    return
  }
  const isFolder = statSync(source).isDirectory()
  for (const file of contextFiles().filter((each) => source === '.' || each === source || each.startsWith(`${source}/`))) {
    const below = source === '.' ? file : file.slice(source.length + 1)
    const place = isFolder ? join(to, below) : into(source, false)
    mkdirSync(dirname(place), { recursive: true })
    cpSync(file, place)
  }
}

/** The files of the build context: those of the working directory that `.dockerignore` leaves in it. */
function contextFiles(): string[] {
  const ignore = readFileSync('.dockerignore', 'utf8')
  const folders = readdirSync('.').filter((name) => !SKIPPED.has(name))
  const paths = folders.flatMap((name) => (statSync(name).isDirectory() ? globSync(`${name}/**`) : [name]))
  return paths.filter((path) => statSync(path).isFile() && isInContext(ignore, path))
}
