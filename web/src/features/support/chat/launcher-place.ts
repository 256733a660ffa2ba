/** On a phone the chat's button stands on the menu's line, which leaves it room: with the menu it waits at the end of a page. */
export const LAUNCHER_PLACE =
  'fixed right-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-10 size-16 rounded-[24px] bg-ink-2 max-[23.5rem]:right-2 max-[23.5rem]:w-13 max-[22.4rem]:bottom-2 max-[22.4rem]:h-14.5 max-[21.3rem]:w-11.5 max-lg:group-data-[menu-at-end=true]/shell:absolute';
