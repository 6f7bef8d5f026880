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
        "round": {
          "kind": "number"
        },
        "rounds": {
          "kind": "number"
        },
        "regions": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "id": {
                "kind": "id",
                "domain": "region"
              },
              "opens": {
                "kind": "number"
              },
              "open": {
                "kind": "flag"
              },
              "complete": {
                "kind": "flag"
              },
              "closed": {
                "kind": "flag"
              },
              "abbeys": {
                "kind": "number"
              },
              "most_abbeys": {
                "kind": "number"
              }
            }
          }
        },
        "cities": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "id": {
                "kind": "id",
                "domain": "place"
              },
              "region": {
                "kind": "id",
                "domain": "region"
              },
              "limit": {
                "kind": "number"
              },
              "room": {
                "kind": "number"
              },
              "commanderies": {
                "kind": "list",
                "item": {
                  "kind": "number"
                },
                "per": "seat"
              },
              "abbey": {
                "kind": "seat"
              }
            }
          }
        },
        "sites": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "id": {
                "kind": "id",
                "domain": "site"
              },
              "cities": {
                "kind": "list",
                "item": {
                  "kind": "id",
                  "domain": "place"
                }
              },
              "active": {
                "kind": "flag"
              }
            }
          }
        },
        "track": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "slot": {
                "kind": "number"
              },
              "round": {
                "kind": "number"
              },
              "seat": {
                "kind": "seat"
              },
              "face_up": {
                "kind": "flag"
              }
            }
          }
        },
        "pope_order": {
          "kind": "list",
          "item": {
            "kind": "seat"
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
              "commanderies_left": {
                "kind": "number"
              },
              "abbeys_left": {
                "kind": "number"
              },
              "popes_left": {
                "kind": "number"
              },
              "relics": {
                "kind": "list",
                "item": {
                  "kind": "text"
                }
              },
              "keeper_held_by": {
                "kind": "seat"
              },
              "sealed": {
                "kind": "flag"
              }
            }
          },
          "per": "seat"
        },
        "standing": {
          "kind": "list",
          "item": {
            "kind": "record",
            "fields": {
              "seat": {
                "kind": "seat"
              },
              "character": {
                "kind": "id",
                "domain": "character"
              },
              "city": {
                "kind": "id",
                "domain": "place"
              }
            }
          }
        },
        "choice": {
          "kind": "record",
          "fields": {
            "seat": {
              "kind": "seat"
            },
            "cities": {
              "kind": "list",
              "item": {
                "kind": "id",
                "domain": "place"
              }
            },
            "due": {
              "kind": "list",
              "item": {
                "kind": "record",
                "fields": {
                  "city": {
                    "kind": "id",
                    "domain": "place"
                  },
                  "seat": {
                    "kind": "seat"
                  },
                  "height": {
                    "kind": "number"
                  },
                  "claimed": {
                    "kind": "flag"
                  }
                }
              }
            }
          }
        }
      }
    },
    "own": {
      "kind": "record",
      "fields": {
        "programme": {
          "kind": "record",
          "fields": {
            "orders": {
              "kind": "map",
              "domain": "character",
              "item": {
                "kind": "id",
                "domain": "place"
              }
            },
            "in_hand": {
              "kind": "id",
              "domain": "character"
            },
            "changes_left": {
              "kind": "number"
            },
            "sealed": {
              "kind": "flag"
            }
          }
        }
      }
    }
  }
};
