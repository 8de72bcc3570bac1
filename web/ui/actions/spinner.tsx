/** A spinning ring, always beside a label. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="-ml-2 size-14 flex-none animate-turn rounded-full border-2 border-current border-t-transparent opacity-85 motion-reduce:animate-none"
    />
  )
}
