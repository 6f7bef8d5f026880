/** Owners of pieces: the seats, and the King of Das Duell. */

/** As the engine writes the owner of an abbey. */
export type Owner = number | 'king';

/** The owner of the pieces at a place of a list by colour: the seats, then the King where he plays. */
export const ownerAt = (place: number, seats: number): Owner => (place < seats ? place : 'king');
