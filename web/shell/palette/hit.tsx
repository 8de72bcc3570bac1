import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { Key } from '#web/ui/text/key.tsx'

/** Entries of the palette under one title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group
      className="[&_[cmdk-group-heading]]:px-16 [&_[cmdk-group-heading]]:pt-12 [&_[cmdk-group-heading]]:pb-4 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-items]]:px-8"
      heading={title}
    >
      {children}
    </Command.Group>
  )
}

/** One entry: what it is called, and the key that does the same. `words` are further ones by which it is found. */
export function Hit(props: {
  label: string
  icon: ReactNode
  onSelect: () => void
  press?: string | undefined
  note?: string | undefined
  words?: string | undefined
}) {
  return (
    <Command.Item
      className="flex h-36 items-center gap-12 rounded-control px-8 text-label data-[selected=true]:bg-selected pointer-coarse:h-44"
      keywords={props.words === undefined ? [] : [props.words]}
      onSelect={props.onSelect}
      value={`${props.label} ${props.note ?? ''}`}
    >
      <span className="grid w-24 flex-none place-items-center text-muted">{props.icon}</span>
      <span className="min-w-0 truncate">
        {props.label} {props.note !== undefined && <span className="text-muted">{props.note}</span>}
      </span>
      {props.press !== undefined && (
        <span className="ml-auto flex gap-4">
          <Key press={props.press} />
        </span>
      )}
    </Command.Item>
  )
}
