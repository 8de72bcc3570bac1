#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node cannot parse the TypeScript that this file imports, but it can run this file.
if (process.features.typescript) {
  // The compiled modules are kept, because compiling them takes a third of a start. Where the folder cannot be written nothing is kept.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(`${import.meta.dirname}/node_modules/.cache/guildhall`)
  // Failpoints and development need the sources.
  const needsSources = process.execArgv.some((each) => each.startsWith('--conditions')) || process.argv.includes('--development')
  const { bundledServer } = await import('./server/platform/bundle.ts')
  const cli = (needsSources ? undefined : bundledServer(import.meta.dirname)) ?? './server/cli.ts'
  await import(cli).then(({ run }) => run(process.argv.slice(2)))
} else {
  console.error(
    `Guildhall needs Node 22.18 or newer; this is ${process.version}. Start it with \`npm start\`, which uses a suitable version.`,
  )
  process.exitCode = 78
}
