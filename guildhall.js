#!/usr/bin/env node
// Plain JavaScript on purpose: an old Node cannot read the TypeScript behind it, but it can read this sentence.
if (process.features.typescript) await import('./server/cli.ts').then((cli) => cli.run(process.argv.slice(2)))
else {
  console.error(
    `Guildhall needs Node 22.18 or newer, this is ${process.version}. Start it with \`npm start\`: that brings the right one along.`,
  )
  process.exitCode = 78
}
