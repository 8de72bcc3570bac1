import { createIcon } from './icon.tsx'

export const MoonIcon = /* @__PURE__ */ createIcon('M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z')
