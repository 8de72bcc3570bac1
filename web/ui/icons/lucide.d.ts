/** An icon of the package `lucide` by its name there; scripts/web/icons.ts makes the component. */
declare module 'lucide:*' {
  const icon: import('./icon.tsx').Icon
  export default icon
}
