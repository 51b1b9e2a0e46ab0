using System;
using System.Collections.Generic;
using System.Linq;

namespace Dropforge.Protocol
{
    /// <summary>
    /// The work of a bridge, shared by its two threads; at most one order ahead, so that other bridges of the target get
    /// work, too.
    /// </summary>
    public sealed class WorkList
    {
        private readonly object _lock = new object();
        private readonly Dictionary<string, Claim> _held = new Dictionary<string, Claim>();
        private readonly Queue<Action> _unsent = new Queue<Action>();
        private Order _ready;

        /// <summary>Whether one more order may be prepared.</summary>
        public bool HasRoom
        {
            get
            {
                lock (_lock)
                {
                    return _ready == null;
                }
            }
        }

        /// <summary>Renews a claim with every heartbeat until `DropClaim`.</summary>
        public void KeepClaim(string asset, Claim claim)
        {
            lock (_lock)
            {
                _held[asset] = claim;
            }
        }

        /// <summary>Stops renewing the claim on an asset.</summary>
        public void DropClaim(string asset)
        {
            lock (_lock)
            {
                _held.Remove(asset);
            }
        }

        /// <summary>Whether this bridge is processing the asset.</summary>
        public bool HasClaim(string asset)
        {
            lock (_lock)
            {
                return _held.ContainsKey(asset);
            }
        }

        /// <summary>All claims to renew.</summary>
        public Claim[] ListClaims()
        {
            lock (_lock)
            {
                return _held.Values.ToArray();
            }
        }

        /// <summary>Hands an order to the thread that imports.</summary>
        public void Add(Order order)
        {
            lock (_lock)
            {
                _ready = order;
            }
        }

        /// <summary>Removes and returns the next order; null if there is none yet.</summary>
        public Order Next()
        {
            lock (_lock)
            {
                var order = _ready;
                _ready = null;
                return order;
            }
        }

        /// <summary>Queues a receipt that could not be written, or a claim to release; the claim on the asset is kept.</summary>
        public void KeepUnsent(Action send)
        {
            lock (_lock)
            {
                _unsent.Enqueue(send);
            }
        }

        /// <summary>Removes and returns what was queued.</summary>
        public Action[] PopUnsent()
        {
            lock (_lock)
            {
                var unsent = _unsent.ToArray();
                _unsent.Clear();
                return unsent;
            }
        }
    }
}
