import { useId } from 'react'

/** A choice between two to five short options, side by side (radio buttons: arrow keys move). `label` is for screen readers. */
export function Segmented<V extends string>(props: {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { readonly value: V; readonly label: string }[]
  wide?: boolean | undefined
}) {
  const name = useId()
  return (
    <fieldset
      aria-label={props.label}
      className={
        props.wide
          ? 'flex max-w-full min-w-0 overflow-x-auto rounded-control border border-line bg-sunken p-1'
          : 'inline-flex max-w-full min-w-0 overflow-x-auto rounded-control border border-line bg-sunken p-1'
      }
    >
      {props.options.map((option) => (
        <label
          className={`relative inline-flex h-28 items-center justify-center rounded-key px-10 text-label whitespace-nowrap text-muted has-checked:bg-chosen has-checked:font-strong has-checked:text-text has-checked:ring-1 has-checked:ring-edge has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent pointer-coarse:h-40 ${props.wide ? 'flex-1' : ''}`}
          key={option.value}
        >
          <input
            checked={option.value === props.value}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
            name={name}
            onChange={() => props.onChange(option.value)}
            type="radio"
            value={option.value}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
