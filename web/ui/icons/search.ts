import { createIcon } from './icon.tsx'

export const SearchIcon = /* @__PURE__ */ createIcon('M2.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM10.5 10.5l3.3 3.3')
