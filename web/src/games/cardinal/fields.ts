// Made by tools/observation_types.py from the types of the rules. Do not edit.
import type { Field } from '../fields';

export const FIELDS: Field = {
  "kind": "record",
  "fields": {
    "title": {
      "kind": "silent"
    },
    "seats": {
      "kind": "silent"
    },
    "options": {
      "kind": "silent"
    },
    "viewer": {
      "kind": "silent"
    },
    "to_act": {
      "kind": "list",
      "item": {
        "kind": "seat"
      }
    },
    "phase": {
      "kind": "id",
      "domain": "phase"
    },
    "scores": {
      "kind": "list",
      "item": {
        "kind": "number"
      },
      "per": "seat"
    },
    "projected": {
      "kind": "list",
      "item": {
        "kind": "number"
      },
      "per": "seat"
    },
    "sheets": {
      "kind": "silent"
    },
    "public": {
      "kind": "record",
      "fields": {
        "first_seat": {
          "kind": "seat"
        },
        "removed": {
          "kind": "number"
        },
        "duel": {
          "kind": "record",
          "fields": {
            "king": {
              "kind": "record",
              "fields": {
                "cards": {
                  "kind": "list",
                  "item": {
                    "kind": "id",
                    "domain": "card"
                  }
                },
                "abbeys_left": {
                  "kind": "number"
                },
                "advisors_left": {
                  "kind": "number"
                },
                "moved": {
                  "kind": "flag"
                },
                "first": {
                  "kind": "flag"
                }
              }
            },
            "players": {
              "kind": "list",
              "item": {
                "kind": "record",
                "fields": {
                  "seat": {
                    "kind": "seat"
                  },
                  "kept": {
                    "kind": "map",
                    "domain": "card",
                    "item": {
                      "kind": "number"
                    }
                  },
                  "privileges": {
                    "kind": "list",
                    "item": {
                      "kind": "id",
                      "domain": "privilege"
                    }
                  }
                }
              },
              "per": "seat"
            },
            "influence": {
              "kind": "map",
              "domain": "card",
              "item": {
                "kind": "seat"
              }
            },
            "paid": {
              "kind": "list",
              "item": {
                "kind": "id",
                "domain": "card"
              }
            }
          }
        },
        "sites": {
          "kind": "map",
          "domain": "site",
          "item": {
            "kind": "seat"
          }
        },
        "countries": {
          "kind": "map",
          "domain": "country",
          "item": {
            "kind": "record",
            "fields": {
              "abbeys": {
                "kind": "list",
                "item": {
                  "kind": "number"
                },
                "per": "seat"
              },
              "advisors": {
                "kind": "list",
                "item": {
                  "kind": "number"
                },
                "per": "seat"
              },
              "free": {
                "kind": "number"
              },
              "limit": {
                "kind": "number"
              },
              "room": {
                "kind": "number"
              }
            }
          }
        },
        "players": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "seat": {
                "kind": "seat"
              },
              "abbeys_left": {
                "kind": "number"
              },
              "advisors_left": {
                "kind": "number"
              },
              "hand_size": {
                "kind": "number"
              },
              "known": {
                "kind": "list",
                "item": {
                  "kind": "id",
                  "domain": "card"
                }
              }
            }
          },
          "per": "seat"
        },
        "open": {
          "kind": "list",
          "item": {
            "kind": "id",
            "domain": "card"
          }
        },
        "pile": {
          "kind": "number"
        },
        "discard": {
          "kind": "map",
          "domain": "card",
          "item": {
            "kind": "number"
          }
        },
        "unseen": {
          "kind": "map",
          "domain": "card",
          "item": {
            "kind": "number"
          }
        },
        "last_round": {
          "kind": "flag"
        },
        "interim_done": {
          "kind": "flag"
        },
        "turn": {
          "kind": "record",
          "fields": {
            "seat": {
              "kind": "seat"
            },
            "country": {
              "kind": "id",
              "domain": "country"
            },
            "placed": {
              "kind": "number"
            },
            "opened": {
              "kind": "list",
              "item": {
                "kind": "id",
                "domain": "country"
              }
            },
            "countries": {
              "kind": "number"
            }
          }
        }
      }
    },
    "own": {
      "kind": "record",
      "fields": {
        "hand": {
          "kind": "list",
          "item": {
            "kind": "id",
            "domain": "card"
          }
        },
        "unseen": {
          "kind": "map",
          "domain": "card",
          "item": {
            "kind": "number"
          }
        }
      }
    }
  }
};
