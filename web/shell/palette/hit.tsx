import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { Key } from '#web/ui/text/key.tsx'
import type { Entry } from './entry.ts'
import { marksOf } from './match.ts'

/** Palette entries under one title. */
export function HitGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      className="[&_[cmdk-group-heading]]:px-16 [&_[cmdk-group-heading]]:pt-12 [&_[cmdk-group-heading]]:pb-4 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-items]]:px-8"
      heading={title}
    >
      {children}
    </Command.Group>
  )
}

/** One palette entry: its label and note with what matches the query underlined, and its shortcut. */
export function Hit({ entry, query, onSelect }: { entry: Entry; query: string; onSelect: () => void }) {
  const { id, icon, label, note, shortcut, end } = entry
  return (
    <Command.Item
      className="group flex h-36 items-center gap-12 rounded-control px-8 text-label data-[selected=true]:bg-selected pointer-coarse:h-44"
      onSelect={onSelect}
      value={id}
    >
      <span className="grid w-24 flex-none place-items-center text-muted group-data-[selected=true]:*:text-text">{icon}</span>
      <span className="min-w-0 truncate">
        <Marked query={query} text={label} />{' '}
        {note !== undefined && (
          <span className="text-muted">
            <Marked query={query} text={note} />
          </span>
        )}
      </span>
      {(end !== undefined || shortcut !== undefined) && (
        <span className="ml-auto flex flex-none gap-4 pl-8">
          {end}
          {shortcut !== undefined && <Key keys={shortcut} />}
        </span>
      )}
    </Command.Item>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  return marksOf(text, query).map(({ text, isMatch }, at) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have a fixed order and no state.
      <span className="font-strong underline decoration-accent decoration-2 underline-offset-4" key={at}>
        {text}
      </span>
    ) : (
      text
    ),
  )
}
