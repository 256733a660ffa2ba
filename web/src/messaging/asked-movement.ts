import { type ComponentType, createContext } from 'react';

/** Draws the movement that a message asks about. Each side has a way of its own to read it, and none draws nothing. */
export const AskedMovement = createContext<ComponentType<{ id: string }> | null>(null);
