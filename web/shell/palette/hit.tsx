import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { Key } from '#web/ui/text/key.tsx'

/** Palette entries under one title. */
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

/** One palette entry: its label and its shortcut. `keywords` are further search terms. */
export function Hit(props: {
  label: string
  icon: ReactNode
  onSelect: () => void
  shortcut?: string | undefined
  note?: string | undefined
  keywords?: string | undefined
}) {
  return (
    <Command.Item
      className="flex h-36 items-center gap-12 rounded-control px-8 text-label data-[selected=true]:bg-selected pointer-coarse:h-44"
      keywords={props.keywords === undefined ? [] : [props.keywords]}
      onSelect={props.onSelect}
      value={`${props.label} ${props.note ?? ''}`}
    >
      <span className="grid w-24 flex-none place-items-center text-muted">{props.icon}</span>
      <span className="min-w-0 truncate">
        {props.label} {props.note !== undefined && <span className="text-muted">{props.note}</span>}
      </span>
      {props.shortcut !== undefined && (
        <span className="ml-auto flex gap-4">
          <Key keys={props.shortcut} />
        </span>
      )}
    </Command.Item>
  )
}
